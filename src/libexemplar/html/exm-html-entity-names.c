/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Written by make-entities.py; change that or entities.txt. */

#include "config.h"

#include "html/exm-html-entities.h"

/* clang-format off */
const char exm_html_entity_names[] =
  "AEligAElig;AMPAMP;AacuteAacute;Abreve;AcircAcirc;Acy;Afr;AgraveAgrave;Alpha;"
  "Amacr;And;Aogon;Aopf;ApplyFunction;AringAring;Ascr;Assign;AtildeAtilde;"
  "AumlAuml;Backslash;Barv;Barwed;Bcy;Because;Bernoullis;Beta;Bfr;Bopf;Breve;"
  "Bscr;Bumpeq;CHcy;COPYCOPY;Cacute;Cap;CapitalDifferentialD;Cayleys;Ccaron;"
  "CcedilCcedil;Ccirc;Cconint;Cdot;Cedilla;CenterDot;Cfr;Chi;CircleDot;CircleMinus;"
  "CirclePlus;CircleTimes;ClockwiseContourIntegral;CloseCurlyDoubleQuote;CloseCurlyQuote;"
  "Colon;Colone;Congruent;Conint;ContourIntegral;Copf;Coproduct;CounterClockwiseContourIntegral;"
  "Cross;Cscr;Cup;CupCap;DD;DDotrahd;DJcy;DScy;DZcy;Dagger;Darr;Dashv;Dcaron;"
  "Dcy;Del;Delta;Dfr;DiacriticalAcute;DiacriticalDot;DiacriticalDoubleAcute;"
  "DiacriticalGrave;DiacriticalTilde;Diamond;DifferentialD;Dopf;Dot;DotDot;"
  "DotEqual;DoubleContourIntegral;DoubleDot;DoubleDownArrow;DoubleLeftArrow;"
  "DoubleLeftRightArrow;DoubleLeftTee;DoubleLongLeftArrow;DoubleLongLeftRightArrow;"
  "DoubleLongRightArrow;DoubleRightArrow;DoubleRightTee;DoubleUpArrow;DoubleUpDownArrow;"
  "DoubleVerticalBar;DownArrow;DownArrowBar;DownArrowUpArrow;DownBreve;DownLeftRightVector;"
  "DownLeftTeeVector;DownLeftVector;DownLeftVectorBar;DownRightTeeVector;DownRightVector;"
  "DownRightVectorBar;DownTee;DownTeeArrow;Downarrow;Dscr;Dstrok;ENG;ETHETH;"
  "EacuteEacute;Ecaron;EcircEcirc;Ecy;Edot;Efr;EgraveEgrave;Element;Emacr;"
  "EmptySmallSquare;EmptyVerySmallSquare;Eogon;Eopf;Epsilon;Equal;EqualTilde;"
  "Equilibrium;Escr;Esim;Eta;EumlEuml;Exists;ExponentialE;Fcy;Ffr;FilledSmallSquare;"
  "FilledVerySmallSquare;Fopf;ForAll;Fouriertrf;Fscr;GJcy;GTGT;Gamma;Gammad;"
  "Gbreve;Gcedil;Gcirc;Gcy;Gdot;Gfr;Gg;Gopf;GreaterEqual;GreaterEqualLess;"
  "GreaterFullEqual;GreaterGreater;GreaterLess;GreaterSlantEqual;GreaterTilde;"
  "Gscr;Gt;HARDcy;Hacek;Hat;Hcirc;Hfr;HilbertSpace;Hopf;HorizontalLine;Hscr;"
  "Hstrok;HumpDownHump;HumpEqual;IEcy;IJlig;IOcy;IacuteIacute;IcircIcirc;Icy;"
  "Idot;Ifr;IgraveIgrave;Im;Imacr;ImaginaryI;Implies;Int;Integral;Intersection;"
  "InvisibleComma;InvisibleTimes;Iogon;Iopf;Iota;Iscr;Itilde;Iukcy;IumlIuml;"
  "Jcirc;Jcy;Jfr;Jopf;Jscr;Jsercy;Jukcy;KHcy;KJcy;Kappa;Kcedil;Kcy;Kfr;Kopf;"
  "Kscr;LJcy;LTLT;Lacute;Lambda;Lang;Laplacetrf;Larr;Lcaron;Lcedil;Lcy;LeftAngleBracket;"
  "LeftArrow;LeftArrowBar;LeftArrowRightArrow;LeftCeiling;LeftDoubleBracket;"
  "LeftDownTeeVector;LeftDownVector;LeftDownVectorBar;LeftFloor;LeftRightArrow;"
  "LeftRightVector;LeftTee;LeftTeeArrow;LeftTeeVector;LeftTriangle;LeftTriangleBar;"
  "LeftTriangleEqual;LeftUpDownVector;LeftUpTeeVector;LeftUpVector;LeftUpVectorBar;"
  "LeftVector;LeftVectorBar;Leftarrow;Leftrightarrow;LessEqualGreater;LessFullEqual;"
  "LessGreater;LessLess;LessSlantEqual;LessTilde;Lfr;Ll;Lleftarrow;Lmidot;"
  "LongLeftArrow;LongLeftRightArrow;LongRightArrow;Longleftarrow;Longleftrightarrow;"
  "Longrightarrow;Lopf;LowerLeftArrow;LowerRightArrow;Lscr;Lsh;Lstrok;Lt;Map;"
  "Mcy;MediumSpace;Mellintrf;Mfr;MinusPlus;Mopf;Mscr;Mu;NJcy;Nacute;Ncaron;"
  "Ncedil;Ncy;NegativeMediumSpace;NegativeThickSpace;NegativeThinSpace;NegativeVeryThinSpace;"
  "NestedGreaterGreater;NestedLessLess;NewLine;Nfr;NoBreak;NonBreakingSpace;"
  "Nopf;Not;NotCongruent;NotCupCap;NotDoubleVerticalBar;NotElement;NotEqual;"
  "NotEqualTilde;NotExists;NotGreater;NotGreaterEqual;NotGreaterFullEqual;"
  "NotGreaterGreater;NotGreaterLess;NotGreaterSlantEqual;NotGreaterTilde;NotHumpDownHump;"
  "NotHumpEqual;NotLeftTriangle;NotLeftTriangleBar;NotLeftTriangleEqual;NotLess;"
  "NotLessEqual;NotLessGreater;NotLessLess;NotLessSlantEqual;NotLessTilde;"
  "NotNestedGreaterGreater;NotNestedLessLess;NotPrecedes;NotPrecedesEqual;"
  "NotPrecedesSlantEqual;NotReverseElement;NotRightTriangle;NotRightTriangleBar;"
  "NotRightTriangleEqual;NotSquareSubset;NotSquareSubsetEqual;NotSquareSuperset;"
  "NotSquareSupersetEqual;NotSubset;NotSubsetEqual;NotSucceeds;NotSucceedsEqual;"
  "NotSucceedsSlantEqual;NotSucceedsTilde;NotSuperset;NotSupersetEqual;NotTilde;"
  "NotTildeEqual;NotTildeFullEqual;NotTildeTilde;NotVerticalBar;Nscr;Ntilde"
  "Ntilde;Nu;OElig;OacuteOacute;OcircOcirc;Ocy;Odblac;Ofr;OgraveOgrave;Omacr;"
  "Omega;Omicron;Oopf;OpenCurlyDoubleQuote;OpenCurlyQuote;Or;Oscr;OslashOslash;"
  "OtildeOtilde;Otimes;OumlOuml;OverBar;OverBrace;OverBracket;OverParenthesis;"
  "PartialD;Pcy;Pfr;Phi;Pi;PlusMinus;Poincareplane;Popf;Pr;Precedes;PrecedesEqual;"
  "PrecedesSlantEqual;PrecedesTilde;Prime;Product;Proportion;Proportional;"
  "Pscr;Psi;QUOTQUOT;Qfr;Qopf;Qscr;RBarr;REGREG;Racute;Rang;Rarr;Rarrtl;Rcaron;"
  "Rcedil;Rcy;Re;ReverseElement;ReverseEquilibrium;ReverseUpEquilibrium;Rfr;"
  "Rho;RightAngleBracket;RightArrow;RightArrowBar;RightArrowLeftArrow;RightCeiling;"
  "RightDoubleBracket;RightDownTeeVector;RightDownVector;RightDownVectorBar;"
  "RightFloor;RightTee;RightTeeArrow;RightTeeVector;RightTriangle;RightTriangleBar;"
  "RightTriangleEqual;RightUpDownVector;RightUpTeeVector;RightUpVector;RightUpVectorBar;"
  "RightVector;RightVectorBar;Rightarrow;Ropf;RoundImplies;Rrightarrow;Rscr;"
  "Rsh;RuleDelayed;SHCHcy;SHcy;SOFTcy;Sacute;Sc;Scaron;Scedil;Scirc;Scy;Sfr;"
  "ShortDownArrow;ShortLeftArrow;ShortRightArrow;ShortUpArrow;Sigma;SmallCircle;"
  "Sopf;Sqrt;Square;SquareIntersection;SquareSubset;SquareSubsetEqual;SquareSuperset;"
  "SquareSupersetEqual;SquareUnion;Sscr;Star;Sub;Subset;SubsetEqual;Succeeds;"
  "SucceedsEqual;SucceedsSlantEqual;SucceedsTilde;SuchThat;Sum;Sup;Superset;"
  "SupersetEqual;Supset;THORNTHORN;TRADE;TSHcy;TScy;Tab;Tau;Tcaron;Tcedil;"
  "Tcy;Tfr;Therefore;Theta;ThickSpace;ThinSpace;Tilde;TildeEqual;TildeFullEqual;"
  "TildeTilde;Topf;TripleDot;Tscr;Tstrok;UacuteUacute;Uarr;Uarrocir;Ubrcy;"
  "Ubreve;UcircUcirc;Ucy;Udblac;Ufr;UgraveUgrave;Umacr;UnderBar;UnderBrace;"
  "UnderBracket;UnderParenthesis;Union;UnionPlus;Uogon;Uopf;UpArrow;UpArrowBar;"
  "UpArrowDownArrow;UpDownArrow;UpEquilibrium;UpTee;UpTeeArrow;Uparrow;Updownarrow;"
  "UpperLeftArrow;UpperRightArrow;Upsi;Upsilon;Uring;Uscr;Utilde;UumlUuml;"
  "VDash;Vbar;Vcy;Vdash;Vdashl;Vee;Verbar;Vert;VerticalBar;VerticalLine;VerticalSeparator;"
  "VerticalTilde;VeryThinSpace;Vfr;Vopf;Vscr;Vvdash;Wcirc;Wedge;Wfr;Wopf;Wscr;"
  "Xfr;Xi;Xopf;Xscr;YAcy;YIcy;YUcy;YacuteYacute;Ycirc;Ycy;Yfr;Yopf;Yscr;Yuml;"
  "ZHcy;Zacute;Zcaron;Zcy;Zdot;ZeroWidthSpace;Zeta;Zfr;Zopf;Zscr;aacuteaacute;"
  "abreve;ac;acE;acd;acircacirc;acuteacute;acy;aeligaelig;af;afr;agraveagrave;"
  "alefsym;aleph;alpha;amacr;amalg;ampamp;and;andand;andd;andslope;andv;ang;"
  "ange;angle;angmsd;angmsdaa;angmsdab;angmsdac;angmsdad;angmsdae;angmsdaf;"
  "angmsdag;angmsdah;angrt;angrtvb;angrtvbd;angsph;angst;angzarr;aogon;aopf;"
  "ap;apE;apacir;ape;apid;apos;approx;approxeq;aringaring;ascr;ast;asymp;asympeq;"
  "atildeatilde;aumlauml;awconint;awint;bNot;backcong;backepsilon;backprime;"
  "backsim;backsimeq;barvee;barwed;barwedge;bbrk;bbrktbrk;bcong;bcy;bdquo;"
  "becaus;because;bemptyv;bepsi;bernou;beta;beth;between;bfr;bigcap;bigcirc;"
  "bigcup;bigodot;bigoplus;bigotimes;bigsqcup;bigstar;bigtriangledown;bigtriangleup;"
  "biguplus;bigvee;bigwedge;bkarow;blacklozenge;blacksquare;blacktriangle;"
  "blacktriangledown;blacktriangleleft;blacktriangleright;blank;blk12;blk14;"
  "blk34;block;bne;bnequiv;bnot;bopf;bot;bottom;bowtie;boxDL;boxDR;boxDl;boxDr;"
  "boxH;boxHD;boxHU;boxHd;boxHu;boxUL;boxUR;boxUl;boxUr;boxV;boxVH;boxVL;boxVR;"
  "boxVh;boxVl;boxVr;boxbox;boxdL;boxdR;boxdl;boxdr;boxh;boxhD;boxhU;boxhd;"
  "boxhu;boxminus;boxplus;boxtimes;boxuL;boxuR;boxul;boxur;boxv;boxvH;boxvL;"
  "boxvR;boxvh;boxvl;boxvr;bprime;breve;brvbarbrvbar;bscr;bsemi;bsim;bsime;"
  "bsol;bsolb;bsolhsub;bull;bullet;bump;bumpE;bumpe;bumpeq;cacute;cap;capand;"
  "capbrcup;capcap;capcup;capdot;caps;caret;caron;ccaps;ccaron;ccedilccedil;"
  "ccirc;ccups;ccupssm;cdot;cedilcedil;cemptyv;centcent;centerdot;cfr;chcy;"
  "check;checkmark;chi;cir;cirE;circ;circeq;circlearrowleft;circlearrowright;"
  "circledR;circledS;circledast;circledcirc;circleddash;cire;cirfnint;cirmid;"
  "cirscir;clubs;clubsuit;colon;colone;coloneq;comma;commat;comp;compfn;complement;"
  "complexes;cong;congdot;conint;copf;coprod;copycopy;copysr;crarr;cross;cscr;"
  "csub;csube;csup;csupe;ctdot;cudarrl;cudarrr;cuepr;cuesc;cularr;cularrp;"
  "cup;cupbrcap;cupcap;cupcup;cupdot;cupor;cups;curarr;curarrm;curlyeqprec;"
  "curlyeqsucc;curlyvee;curlywedge;currencurren;curvearrowleft;curvearrowright;"
  "cuvee;cuwed;cwconint;cwint;cylcty;dArr;dHar;dagger;daleth;darr;dash;dashv;"
  "dbkarow;dblac;dcaron;dcy;dd;ddagger;ddarr;ddotseq;degdeg;delta;demptyv;"
  "dfisht;dfr;dharl;dharr;diam;diamond;diamondsuit;diams;die;digamma;disin;"
  "div;dividedivide;divideontimes;divonx;djcy;dlcorn;dlcrop;dollar;dopf;dot;"
  "doteq;doteqdot;dotminus;dotplus;dotsquare;doublebarwedge;downarrow;downdownarrows;"
  "downharpoonleft;downharpoonright;drbkarow;drcorn;drcrop;dscr;dscy;dsol;"
  "dstrok;dtdot;dtri;dtrif;duarr;duhar;dwangle;dzcy;dzigrarr;eDDot;eDot;eacute"
  "eacute;easter;ecaron;ecir;ecircecirc;ecolon;ecy;edot;ee;efDot;efr;eg;egrave"
  "egrave;egs;egsdot;el;elinters;ell;els;elsdot;emacr;empty;emptyset;emptyv;"
  "emsp13;emsp14;emsp;eng;ensp;eogon;eopf;epar;eparsl;eplus;epsi;epsilon;epsiv;"
  "eqcirc;eqcolon;eqsim;eqslantgtr;eqslantless;equals;equest;equiv;equivDD;"
  "eqvparsl;erDot;erarr;escr;esdot;esim;eta;etheth;eumleuml;euro;excl;exist;"
  "expectation;exponentiale;fallingdotseq;fcy;female;ffilig;fflig;ffllig;ffr;"
  "filig;fjlig;flat;fllig;fltns;fnof;fopf;forall;fork;forkv;fpartint;frac12"
  "frac12;frac13;frac14frac14;frac15;frac16;frac18;frac23;frac25;frac34frac34;"
  "frac35;frac38;frac45;frac56;frac58;frac78;frasl;frown;fscr;gE;gEl;gacute;"
  "gamma;gammad;gap;gbreve;gcirc;gcy;gdot;ge;gel;geq;geqq;geqslant;ges;gescc;"
  "gesdot;gesdoto;gesdotol;gesl;gesles;gfr;gg;ggg;gimel;gjcy;gl;glE;gla;glj;"
  "gnE;gnap;gnapprox;gne;gneq;gneqq;gnsim;gopf;grave;gscr;gsim;gsime;gsiml;"
  "gtgt;gtcc;gtcir;gtdot;gtlPar;gtquest;gtrapprox;gtrarr;gtrdot;gtreqless;"
  "gtreqqless;gtrless;gtrsim;gvertneqq;gvnE;hArr;hairsp;half;hamilt;hardcy;"
  "harr;harrcir;harrw;hbar;hcirc;hearts;heartsuit;hellip;hercon;hfr;hksearow;"
  "hkswarow;hoarr;homtht;hookleftarrow;hookrightarrow;hopf;horbar;hscr;hslash;"
  "hstrok;hybull;hyphen;iacuteiacute;ic;icircicirc;icy;iecy;iexcliexcl;iff;"
  "ifr;igraveigrave;ii;iiiint;iiint;iinfin;iiota;ijlig;imacr;image;imagline;"
  "imagpart;imath;imof;imped;in;incare;infin;infintie;inodot;int;intcal;integers;"
  "intercal;intlarhk;intprod;iocy;iogon;iopf;iota;iprod;iquestiquest;iscr;"
  "isin;isinE;isindot;isins;isinsv;isinv;it;itilde;iukcy;iumliuml;jcirc;jcy;"
  "jfr;jmath;jopf;jscr;jsercy;jukcy;kappa;kappav;kcedil;kcy;kfr;kgreen;khcy;"
  "kjcy;kopf;kscr;lAarr;lArr;lAtail;lBarr;lE;lEg;lHar;lacute;laemptyv;lagran;"
  "lambda;lang;langd;langle;lap;laquolaquo;larr;larrb;larrbfs;larrfs;larrhk;"
  "larrlp;larrpl;larrsim;larrtl;lat;latail;late;lates;lbarr;lbbrk;lbrace;lbrack;"
  "lbrke;lbrksld;lbrkslu;lcaron;lcedil;lceil;lcub;lcy;ldca;ldquo;ldquor;ldrdhar;"
  "ldrushar;ldsh;le;leftarrow;leftarrowtail;leftharpoondown;leftharpoonup;"
  "leftleftarrows;leftrightarrow;leftrightarrows;leftrightharpoons;leftrightsquigarrow;"
  "leftthreetimes;leg;leq;leqq;leqslant;les;lescc;lesdot;lesdoto;lesdotor;"
  "lesg;lesges;lessapprox;lessdot;lesseqgtr;lesseqqgtr;lessgtr;lesssim;lfisht;"
  "lfloor;lfr;lg;lgE;lhard;lharu;lharul;lhblk;ljcy;ll;llarr;llcorner;llhard;"
  "lltri;lmidot;lmoust;lmoustache;lnE;lnap;lnapprox;lne;lneq;lneqq;lnsim;loang;"
  "loarr;lobrk;longleftarrow;longleftrightarrow;longmapsto;longrightarrow;"
  "looparrowleft;looparrowright;lopar;lopf;loplus;lotimes;lowast;lowbar;loz;"
  "lozenge;lozf;lpar;lparlt;lrarr;lrcorner;lrhar;lrhard;lrm;lrtri;lsaquo;lscr;"
  "lsh;lsim;lsime;lsimg;lsqb;lsquo;lsquor;lstrok;ltlt;ltcc;ltcir;ltdot;lthree;"
  "ltimes;ltlarr;ltquest;ltrPar;ltri;ltrie;ltrif;lurdshar;luruhar;lvertneqq;"
  "lvnE;mDDot;macrmacr;male;malt;maltese;map;mapsto;mapstodown;mapstoleft;"
  "mapstoup;marker;mcomma;mcy;mdash;measuredangle;mfr;mho;micromicro;mid;midast;"
  "midcir;middotmiddot;minus;minusb;minusd;minusdu;mlcp;mldr;mnplus;models;"
  "mopf;mp;mscr;mstpos;mu;multimap;mumap;nGg;nGt;nGtv;nLeftarrow;nLeftrightarrow;"
  "nLl;nLt;nLtv;nRightarrow;nVDash;nVdash;nabla;nacute;nang;nap;napE;napid;"
  "napos;napprox;natur;natural;naturals;nbspnbsp;nbump;nbumpe;ncap;ncaron;"
  "ncedil;ncong;ncongdot;ncup;ncy;ndash;ne;neArr;nearhk;nearr;nearrow;nedot;"
  "nequiv;nesear;nesim;nexist;nexists;nfr;ngE;nge;ngeq;ngeqq;ngeqslant;nges;"
  "ngsim;ngt;ngtr;nhArr;nharr;nhpar;ni;nis;nisd;niv;njcy;nlArr;nlE;nlarr;nldr;"
  "nle;nleftarrow;nleftrightarrow;nleq;nleqq;nleqslant;nles;nless;nlsim;nlt;"
  "nltri;nltrie;nmid;nopf;notnot;notin;notinE;notindot;notinva;notinvb;notinvc;"
  "notni;notniva;notnivb;notnivc;npar;nparallel;nparsl;npart;npolint;npr;nprcue;"
  "npre;nprec;npreceq;nrArr;nrarr;nrarrc;nrarrw;nrightarrow;nrtri;nrtrie;nsc;"
  "nsccue;nsce;nscr;nshortmid;nshortparallel;nsim;nsime;nsimeq;nsmid;nspar;"
  "nsqsube;nsqsupe;nsub;nsubE;nsube;nsubset;nsubseteq;nsubseteqq;nsucc;nsucceq;"
  "nsup;nsupE;nsupe;nsupset;nsupseteq;nsupseteqq;ntgl;ntildentilde;ntlg;ntriangleleft;"
  "ntrianglelefteq;ntriangleright;ntrianglerighteq;nu;num;numero;numsp;nvDash;"
  "nvHarr;nvap;nvdash;nvge;nvgt;nvinfin;nvlArr;nvle;nvlt;nvltrie;nvrArr;nvrtrie;"
  "nvsim;nwArr;nwarhk;nwarr;nwarrow;nwnear;oS;oacuteoacute;oast;ocir;ocirc"
  "ocirc;ocy;odash;odblac;odiv;odot;odsold;oelig;ofcir;ofr;ogon;ograveograve;"
  "ogt;ohbar;ohm;oint;olarr;olcir;olcross;oline;olt;omacr;omega;omicron;omid;"
  "ominus;oopf;opar;operp;oplus;or;orarr;ord;order;orderof;ordfordf;ordmordm;"
  "origof;oror;orslope;orv;oscr;oslashoslash;osol;otildeotilde;otimes;otimesas;"
  "oumlouml;ovbar;par;parapara;parallel;parsim;parsl;part;pcy;percnt;period;"
  "permil;perp;pertenk;pfr;phi;phiv;phmmat;phone;pi;pitchfork;piv;planck;planckh;"
  "plankv;plus;plusacir;plusb;pluscir;plusdo;plusdu;pluse;plusmnplusmn;plussim;"
  "plustwo;pm;pointint;popf;poundpound;pr;prE;prap;prcue;pre;prec;precapprox;"
  "preccurlyeq;preceq;precnapprox;precneqq;precnsim;precsim;prime;primes;prnE;"
  "prnap;prnsim;prod;profalar;profline;profsurf;prop;propto;prsim;prurel;pscr;"
  "psi;puncsp;qfr;qint;qopf;qprime;qscr;quaternions;quatint;quest;questeq;"
  "quotquot;rAarr;rArr;rAtail;rBarr;rHar;race;racute;radic;raemptyv;rang;rangd;"
  "range;rangle;raquoraquo;rarr;rarrap;rarrb;rarrbfs;rarrc;rarrfs;rarrhk;rarrlp;"
  "rarrpl;rarrsim;rarrtl;rarrw;ratail;ratio;rationals;rbarr;rbbrk;rbrace;rbrack;"
  "rbrke;rbrksld;rbrkslu;rcaron;rcedil;rceil;rcub;rcy;rdca;rdldhar;rdquo;rdquor;"
  "rdsh;real;realine;realpart;reals;rect;regreg;rfisht;rfloor;rfr;rhard;rharu;"
  "rharul;rho;rhov;rightarrow;rightarrowtail;rightharpoondown;rightharpoonup;"
  "rightleftarrows;rightleftharpoons;rightrightarrows;rightsquigarrow;rightthreetimes;"
  "ring;risingdotseq;rlarr;rlhar;rlm;rmoust;rmoustache;rnmid;roang;roarr;robrk;"
  "ropar;ropf;roplus;rotimes;rpar;rpargt;rppolint;rrarr;rsaquo;rscr;rsh;rsqb;"
  "rsquo;rsquor;rthree;rtimes;rtri;rtrie;rtrif;rtriltri;ruluhar;rx;sacute;"
  "sbquo;sc;scE;scap;scaron;sccue;sce;scedil;scirc;scnE;scnap;scnsim;scpolint;"
  "scsim;scy;sdot;sdotb;sdote;seArr;searhk;searr;searrow;sectsect;semi;seswar;"
  "setminus;setmn;sext;sfr;sfrown;sharp;shchcy;shcy;shortmid;shortparallel;"
  "shyshy;sigma;sigmaf;sigmav;sim;simdot;sime;simeq;simg;simgE;siml;simlE;"
  "simne;simplus;simrarr;slarr;smallsetminus;smashp;smeparsl;smid;smile;smt;"
  "smte;smtes;softcy;sol;solb;solbar;sopf;spades;spadesuit;spar;sqcap;sqcaps;"
  "sqcup;sqcups;sqsub;sqsube;sqsubset;sqsubseteq;sqsup;sqsupe;sqsupset;sqsupseteq;"
  "squ;square;squarf;squf;srarr;sscr;ssetmn;ssmile;sstarf;star;starf;straightepsilon;"
  "straightphi;strns;sub;subE;subdot;sube;subedot;submult;subnE;subne;subplus;"
  "subrarr;subset;subseteq;subseteqq;subsetneq;subsetneqq;subsim;subsub;subsup;"
  "succ;succapprox;succcurlyeq;succeq;succnapprox;succneqq;succnsim;succsim;"
  "sum;sung;sup1sup1;sup2sup2;sup3sup3;sup;supE;supdot;supdsub;supe;supedot;"
  "suphsol;suphsub;suplarr;supmult;supnE;supne;supplus;supset;supseteq;supseteqq;"
  "supsetneq;supsetneqq;supsim;supsub;supsup;swArr;swarhk;swarr;swarrow;swnwar;"
  "szligszlig;target;tau;tbrk;tcaron;tcedil;tcy;tdot;telrec;tfr;there4;therefore;"
  "theta;thetasym;thetav;thickapprox;thicksim;thinsp;thkap;thksim;thornthorn;"
  "tilde;timestimes;timesb;timesbar;timesd;tint;toea;top;topbot;topcir;topf;"
  "topfork;tosa;tprime;trade;triangle;triangledown;triangleleft;trianglelefteq;"
  "triangleq;triangleright;trianglerighteq;tridot;trie;triminus;triplus;trisb;"
  "tritime;trpezium;tscr;tscy;tshcy;tstrok;twixt;twoheadleftarrow;twoheadrightarrow;"
  "uArr;uHar;uacuteuacute;uarr;ubrcy;ubreve;ucircucirc;ucy;udarr;udblac;udhar;"
  "ufisht;ufr;ugraveugrave;uharl;uharr;uhblk;ulcorn;ulcorner;ulcrop;ultri;"
  "umacr;umluml;uogon;uopf;uparrow;updownarrow;upharpoonleft;upharpoonright;"
  "uplus;upsi;upsih;upsilon;upuparrows;urcorn;urcorner;urcrop;uring;urtri;"
  "uscr;utdot;utilde;utri;utrif;uuarr;uumluuml;uwangle;vArr;vBar;vBarv;vDash;"
  "vangrt;varepsilon;varkappa;varnothing;varphi;varpi;varpropto;varr;varrho;"
  "varsigma;varsubsetneq;varsubsetneqq;varsupsetneq;varsupsetneqq;vartheta;"
  "vartriangleleft;vartriangleright;vcy;vdash;vee;veebar;veeeq;vellip;verbar;"
  "vert;vfr;vltri;vnsub;vnsup;vopf;vprop;vrtri;vscr;vsubnE;vsubne;vsupnE;vsupne;"
  "vzigzag;wcirc;wedbar;wedge;wedgeq;weierp;wfr;wopf;wp;wr;wreath;wscr;xcap;"
  "xcirc;xcup;xdtri;xfr;xhArr;xharr;xi;xlArr;xlarr;xmap;xnis;xodot;xopf;xoplus;"
  "xotime;xrArr;xrarr;xscr;xsqcup;xuplus;xutri;xvee;xwedge;yacuteyacute;yacy;"
  "ycirc;ycy;yenyen;yfr;yicy;yopf;yscr;yucy;yumlyuml;zacute;zcaron;zcy;zdot;"
  "zeetrf;zeta;zfr;zhcy;zigrarr;zopf;zscr;zwj;zwnj;";

const guint16 exm_html_entity_name_at[] = {
  0, 5, 11, 14, 18, 24, 31, 38, 43, 49, 53, 57, 63, 70,
  76, 82, 86, 92, 97, 111, 116, 122, 127, 134, 140, 147, 151, 156,
  166, 171, 178, 182, 190, 201, 206, 210, 215, 221, 226, 233, 238, 242,
  247, 254, 258, 279, 287, 294, 300, 307, 313, 321, 326, 334, 344, 348,
  352, 362, 374, 385, 397, 422, 444, 460, 466, 473, 483, 490, 506, 511,
  521, 553, 559, 564, 568, 575, 578, 587, 592, 597, 602, 609, 614, 620,
  627, 631, 635, 641, 645, 662, 677, 700, 717, 734, 742, 756, 761, 765,
  772, 781, 803, 813, 829, 845, 866, 880, 900, 925, 946, 963, 978, 992,
  1010, 1028, 1038, 1051, 1068, 1078, 1098, 1116, 1131, 1149, 1168, 1184, 1203, 1211,
  1224, 1234, 1239, 1246, 1250, 1253, 1257, 1263, 1270, 1277, 1282, 1288, 1292, 1297,
  1301, 1307, 1314, 1322, 1328, 1345, 1366, 1372, 1377, 1385, 1391, 1402, 1414, 1419,
  1424, 1428, 1432, 1437, 1444, 1457, 1461, 1465, 1483, 1505, 1510, 1517, 1528, 1533,
  1538, 1540, 1543, 1549, 1556, 1563, 1570, 1576, 1580, 1585, 1589, 1592, 1597, 1610,
  1627, 1644, 1659, 1671, 1689, 1702, 1707, 1710, 1717, 1723, 1727, 1733, 1737, 1750,
  1755, 1770, 1775, 1782, 1795, 1805, 1810, 1816, 1821, 1827, 1834, 1839, 1845, 1849,
  1854, 1858, 1864, 1871, 1874, 1880, 1891, 1899, 1903, 1912, 1925, 1940, 1955, 1961,
  1966, 1971, 1976, 1983, 1989, 1993, 1998, 2004, 2008, 2012, 2017, 2022, 2029, 2035,
  2040, 2045, 2051, 2058, 2062, 2066, 2071, 2076, 2081, 2083, 2086, 2093, 2100, 2105,
  2116, 2121, 2128, 2135, 2139, 2156, 2166, 2179, 2199, 2211, 2229, 2247, 2262, 2280,
  2290, 2305, 2321, 2329, 2342, 2356, 2369, 2385, 2403, 2420, 2436, 2449, 2465, 2476,
  2490, 2500, 2515, 2532, 2546, 2558, 2567, 2582, 2592, 2596, 2599, 2610, 2617, 2631,
  2650, 2665, 2679, 2698, 2713, 2718, 2733, 2749, 2754, 2758, 2765, 2768, 2772, 2776,
  2788, 2798, 2802, 2812, 2817, 2822, 2825, 2830, 2837, 2844, 2851, 2855, 2875, 2894,
  2912, 2934, 2955, 2970, 2978, 2982, 2990, 3007, 3012, 3016, 3029, 3039, 3060, 3071,
  3080, 3094, 3104, 3115, 3131, 3151, 3169, 3184, 3205, 3221, 3237, 3250, 3266, 3285,
  3306, 3314, 3327, 3342, 3354, 3372, 3385, 3409, 3427, 3439, 3456, 3478, 3496, 3513,
  3533, 3555, 3571, 3592, 3610, 3633, 3643, 3658, 3670, 3687, 3709, 3726, 3738, 3755,
  3764, 3778, 3796, 3810, 3825, 3830, 3836, 3843, 3846, 3852, 3858, 3865, 3870, 3876,
  3880, 3887, 3891, 3897, 3904, 3910, 3916, 3924, 3929, 3950, 3965, 3968, 3973, 3979,
  3986, 3992, 3999, 4006, 4010, 4015, 4023, 4033, 4045, 4061, 4070, 4074, 4078, 4082,
  4085, 4095, 4109, 4114, 4117, 4126, 4140, 4159, 4173, 4179, 4187, 4198, 4211, 4216,
  4220, 4224, 4229, 4233, 4238, 4243, 4249, 4252, 4256, 4263, 4268, 4273, 4280, 4287,
  4294, 4298, 4301, 4316, 4335, 4356, 4360, 4364, 4382, 4393, 4407, 4427, 4440, 4459,
  4478, 4494, 4513, 4524, 4533, 4547, 4562, 4576, 4593, 4612, 4630, 4647, 4661, 4678,
  4690, 4705, 4716, 4721, 4734, 4746, 4751, 4755, 4767, 4774, 4779, 4786, 4793, 4796,
  4803, 4810, 4816, 4820, 4824, 4839, 4854, 4870, 4883, 4889, 4901, 4906, 4911, 4918,
  4937, 4950, 4968, 4983, 5003, 5015, 5020, 5025, 5029, 5036, 5048, 5057, 5071, 5090,
  5104, 5113, 5117, 5121, 5130, 5144, 5151, 5156, 5162, 5168, 5174, 5179, 5183, 5187,
  5194, 5201, 5205, 5209, 5219, 5225, 5236, 5246, 5252, 5263, 5278, 5289, 5294, 5304,
  5309, 5316, 5322, 5329, 5334, 5343, 5349, 5356, 5361, 5367, 5371, 5378, 5382, 5388,
  5395, 5401, 5410, 5421, 5434, 5451, 5457, 5467, 5473, 5478, 5486, 5497, 5514, 5526,
  5540, 5546, 5557, 5565, 5577, 5592, 5608, 5613, 5621, 5627, 5632, 5639, 5643, 5648,
  5654, 5659, 5663, 5669, 5676, 5680, 5687, 5692, 5704, 5717, 5735, 5749, 5763, 5767,
  5772, 5777, 5784, 5790, 5796, 5800, 5805, 5810, 5814, 5817, 5822, 5827, 5832, 5837,
  5842, 5848, 5855, 5861, 5865, 5869, 5874, 5879, 5884, 5889, 5896, 5903, 5907, 5912,
  5927, 5932, 5936, 5941, 5946, 5952, 5959, 5966, 5969, 5973, 5977, 5982, 5988, 5993,
  5999, 6003, 6008, 6014, 6017, 6021, 6027, 6034, 6042, 6048, 6054, 6060, 6066, 6069,
  6073, 6077, 6084, 6089, 6098, 6103, 6107, 6112, 6118, 6125, 6134, 6143, 6152, 6161,
  6170, 6179, 6188, 6197, 6203, 6211, 6220, 6227, 6233, 6241, 6247, 6252, 6255, 6259,
  6266, 6270, 6275, 6280, 6287, 6296, 6301, 6307, 6312, 6316, 6322, 6330, 6336, 6343,
  6347, 6352, 6361, 6367, 6372, 6381, 6393, 6403, 6411, 6421, 6428, 6435, 6444, 6449,
  6458, 6464, 6468, 6474, 6481, 6489, 6497, 6503, 6510, 6515, 6520, 6528, 6532, 6539,
  6547, 6554, 6562, 6571, 6581, 6590, 6598, 6614, 6628, 6637, 6644, 6653, 6660, 6673,
  6685, 6699, 6717, 6735, 6754, 6760, 6766, 6772, 6778, 6784, 6788, 6796, 6801, 6806,
  6810, 6817, 6824, 6830, 6836, 6842, 6848, 6853, 6859, 6865, 6871, 6877, 6883, 6889,
  6895, 6901, 6906, 6912, 6918, 6924, 6930, 6936, 6942, 6949, 6955, 6961, 6967, 6973,
  6978, 6984, 6990, 6996, 7002, 7011, 7019, 7028, 7034, 7040, 7046, 7052, 7057, 7063,
  7069, 7075, 7081, 7087, 7093, 7100, 7106, 7112, 7119, 7124, 7130, 7135, 7141, 7146,
  7152, 7161, 7166, 7173, 7178, 7184, 7190, 7197, 7204, 7208, 7215, 7224, 7231, 7238,
  7245, 7250, 7256, 7262, 7268, 7275, 7281, 7288, 7294, 7300, 7308, 7313, 7318, 7324,
  7332, 7336, 7341, 7351, 7355, 7360, 7366, 7376, 7380, 7384, 7389, 7394, 7401, 7417,
  7434, 7443, 7452, 7463, 7475, 7487, 7492, 7501, 7508, 7516, 7522, 7531, 7537, 7544,
  7552, 7558, 7565, 7570, 7577, 7588, 7598, 7603, 7611, 7618, 7623, 7630, 7634, 7639,
  7646, 7652, 7658, 7663, 7668, 7674, 7679, 7685, 7691, 7699, 7707, 7713, 7719, 7726,
  7734, 7738, 7747, 7754, 7761, 7768, 7774, 7779, 7786, 7794, 7806, 7818, 7827, 7838,
  7844, 7851, 7866, 7882, 7888, 7894, 7903, 7909, 7916, 7921, 7926, 7933, 7940, 7945,
  7950, 7956, 7964, 7970, 7977, 7981, 7984, 7992, 7998, 8006, 8009, 8013, 8019, 8027,
  8034, 8038, 8044, 8050, 8055, 8063, 8075, 8081, 8085, 8093, 8099, 8103, 8109, 8116,
  8130, 8137, 8142, 8149, 8156, 8163, 8168, 8172, 8178, 8187, 8196, 8204, 8214, 8229,
  8239, 8254, 8270, 8287, 8296, 8303, 8310, 8315, 8320, 8325, 8332, 8338, 8343, 8349,
  8355, 8361, 8369, 8374, 8383, 8389, 8394, 8400, 8407, 8414, 8421, 8426, 8431, 8437,
  8444, 8448, 8453, 8456, 8462, 8466, 8469, 8475, 8482, 8486, 8493, 8496, 8505, 8509,
  8513, 8520, 8526, 8532, 8541, 8548, 8555, 8562, 8567, 8571, 8576, 8582, 8587, 8592,
  8599, 8605, 8610, 8618, 8624, 8631, 8639, 8645, 8656, 8668, 8675, 8682, 8688, 8696,
  8705, 8711, 8717, 8722, 8728, 8733, 8737, 8740, 8744, 8748, 8753, 8758, 8763, 8769,
  8781, 8794, 8808, 8812, 8819, 8826, 8832, 8839, 8843, 8849, 8855, 8860, 8866, 8872,
  8877, 8882, 8889, 8894, 8900, 8909, 8915, 8922, 8929, 8935, 8942, 8949, 8956, 8963,
  8970, 8977, 8983, 8990, 8997, 9004, 9011, 9018, 9025, 9032, 9038, 9044, 9049, 9052,
  9056, 9063, 9069, 9076, 9080, 9087, 9093, 9097, 9102, 9105, 9109, 9113, 9118, 9127,
  9131, 9137, 9144, 9152, 9161, 9166, 9173, 9177, 9180, 9184, 9190, 9195, 9198, 9202,
  9206, 9210, 9214, 9219, 9228, 9232, 9237, 9243, 9249, 9254, 9260, 9265, 9270, 9276,
  9282, 9284, 9287, 9292, 9298, 9304, 9311, 9319, 9329, 9336, 9343, 9353, 9364, 9372,
  9379, 9389, 9394, 9399, 9406, 9411, 9418, 9425, 9430, 9438, 9444, 9449, 9455, 9462,
  9472, 9479, 9486, 9490, 9499, 9508, 9514, 9521, 9535, 9550, 9555, 9562, 9567, 9574,
  9581, 9588, 9595, 9601, 9608, 9611, 9616, 9622, 9626, 9631, 9636, 9642, 9646, 9650,
  9656, 9663, 9666, 9673, 9679, 9686, 9692, 9698, 9704, 9710, 9719, 9728, 9734, 9739,
  9745, 9748, 9755, 9761, 9770, 9777, 9781, 9788, 9797, 9806, 9815, 9823, 9828, 9834,
  9839, 9844, 9850, 9856, 9863, 9868, 9873, 9879, 9887, 9893, 9900, 9906, 9909, 9916,
  9922, 9926, 9931, 9937, 9941, 9945, 9951, 9956, 9961, 9968, 9974, 9980, 9987, 9994,
  9998, 10002, 10009, 10014, 10019, 10024, 10029, 10035, 10040, 10047, 10053, 10056, 10060, 10065,
  10072, 10081, 10088, 10095, 10100, 10106, 10113, 10117, 10122, 10128, 10133, 10139, 10147, 10154,
  10161, 10168, 10175, 10183, 10190, 10194, 10201, 10206, 10212, 10218, 10224, 10231, 10238, 10244,
  10252, 10260, 10267, 10274, 10280, 10285, 10289, 10294, 10300, 10307, 10315, 10324, 10329, 10332,
  10342, 10356, 10372, 10386, 10401, 10416, 10432, 10450, 10470, 10485, 10489, 10493, 10498, 10507,
  10511, 10517, 10524, 10532, 10541, 10546, 10553, 10564, 10572, 10582, 10593, 10601, 10609, 10616,
  10623, 10627, 10630, 10634, 10640, 10646, 10653, 10659, 10664, 10667, 10673, 10682, 10689, 10695,
  10702, 10709, 10720, 10724, 10729, 10738, 10742, 10747, 10753, 10759, 10765, 10771, 10777, 10791,
  10810, 10821, 10836, 10850, 10865, 10871, 10876, 10883, 10891, 10898, 10905, 10909, 10917, 10922,
  10927, 10934, 10940, 10949, 10955, 10962, 10966, 10972, 10979, 10984, 10988, 10993, 10999, 11005,
  11010, 11016, 11023, 11030, 11032, 11035, 11040, 11046, 11052, 11059, 11066, 11073, 11081, 11088,
  11093, 11099, 11105, 11114, 11122, 11132, 11137, 11143, 11147, 11152, 11157, 11162, 11170, 11174,
  11181, 11192, 11203, 11212, 11219, 11226, 11230, 11236, 11250, 11254, 11258, 11263, 11269, 11273,
  11280, 11287, 11293, 11300, 11306, 11313, 11320, 11328, 11333, 11338, 11345, 11352, 11357, 11360,
  11365, 11372, 11375, 11384, 11390, 11394, 11398, 11403, 11414, 11430, 11434, 11438, 11443, 11455,
  11462, 11469, 11475, 11482, 11487, 11491, 11496, 11502, 11508, 11516, 11522, 11530, 11539, 11543,
  11548, 11554, 11561, 11566, 11573, 11580, 11586, 11595, 11600, 11604, 11610, 11613, 11619, 11626,
  11632, 11640, 11646, 11653, 11660, 11666, 11673, 11681, 11685, 11689, 11693, 11698, 11704, 11714,
  11719, 11725, 11729, 11734, 11740, 11746, 11752, 11755, 11759, 11764, 11768, 11773, 11779, 11783,
  11789, 11794, 11798, 11809, 11825, 11830, 11836, 11846, 11851, 11857, 11863, 11867, 11873, 11880,
  11885, 11890, 11893, 11897, 11903, 11910, 11919, 11927, 11935, 11943, 11949, 11957, 11965, 11973,
  11978, 11988, 11995, 12001, 12009, 12013, 12020, 12025, 12031, 12039, 12045, 12051, 12058, 12065,
  12077, 12083, 12090, 12094, 12101, 12106, 12111, 12121, 12136, 12141, 12147, 12154, 12160, 12166,
  12174, 12182, 12187, 12193, 12199, 12207, 12217, 12228, 12234, 12242, 12247, 12253, 12259, 12267,
  12277, 12288, 12293, 12299, 12306, 12311, 12325, 12341, 12356, 12373, 12376, 12380, 12387, 12393,
  12400, 12407, 12412, 12419, 12424, 12429, 12437, 12444, 12449, 12454, 12462, 12469, 12477, 12483,
  12489, 12496, 12502, 12510, 12517, 12520, 12526, 12533, 12538, 12543, 12548, 12554, 12558, 12564,
  12571, 12576, 12581, 12588, 12594, 12600, 12604, 12609, 12615, 12622, 12626, 12632, 12636, 12641,
  12647, 12653, 12661, 12667, 12671, 12677, 12683, 12691, 12696, 12703, 12708, 12713, 12719, 12725,
  12728, 12734, 12738, 12744, 12752, 12756, 12761, 12765, 12770, 12777, 12782, 12790, 12794, 12799,
  12805, 12812, 12817, 12823, 12830, 12837, 12846, 12850, 12855, 12861, 12865, 12869, 12874, 12883,
  12890, 12896, 12901, 12905, 12912, 12919, 12926, 12931, 12939, 12943, 12947, 12952, 12959, 12965,
  12968, 12978, 12982, 12989, 12997, 13004, 13009, 13018, 13024, 13032, 13039, 13046, 13052, 13058,
  13065, 13073, 13081, 13084, 13093, 13098, 13103, 13109, 13112, 13116, 13121, 13127, 13131, 13136,
  13147, 13159, 13166, 13178, 13187, 13196, 13204, 13210, 13217, 13222, 13228, 13235, 13240, 13249,
  13258, 13267, 13272, 13279, 13285, 13292, 13297, 13301, 13308, 13312, 13317, 13322, 13329, 13334,
  13346, 13354, 13360, 13368, 13372, 13377, 13383, 13388, 13395, 13401, 13406, 13411, 13418, 13424,
  13433, 13438, 13444, 13450, 13457, 13462, 13468, 13473, 13480, 13486, 13494, 13500, 13507, 13514,
  13521, 13528, 13536, 13543, 13549, 13556, 13562, 13572, 13578, 13584, 13591, 13598, 13604, 13612,
  13620, 13627, 13634, 13640, 13645, 13649, 13654, 13662, 13668, 13675, 13680, 13685, 13693, 13702,
  13708, 13713, 13716, 13720, 13727, 13734, 13738, 13744, 13750, 13757, 13761, 13766, 13777, 13792,
  13809, 13824, 13840, 13858, 13875, 13891, 13907, 13912, 13925, 13931, 13937, 13941, 13948, 13959,
  13965, 13971, 13977, 13983, 13989, 13994, 14001, 14009, 14014, 14021, 14030, 14036, 14043, 14048,
  14052, 14057, 14063, 14070, 14077, 14084, 14089, 14095, 14101, 14110, 14118, 14121, 14128, 14134,
  14137, 14141, 14146, 14153, 14159, 14163, 14170, 14176, 14181, 14187, 14194, 14203, 14209, 14213,
  14218, 14224, 14230, 14236, 14243, 14249, 14257, 14261, 14266, 14271, 14278, 14287, 14293, 14298,
  14302, 14309, 14315, 14322, 14327, 14336, 14350, 14353, 14357, 14363, 14370, 14377, 14381, 14388,
  14393, 14399, 14404, 14410, 14415, 14421, 14427, 14435, 14443, 14449, 14463, 14470, 14479, 14484,
  14490, 14494, 14499, 14505, 14512, 14516, 14521, 14528, 14533, 14540, 14550, 14555, 14561, 14568,
  14574, 14581, 14587, 14594, 14603, 14614, 14620, 14627, 14636, 14647, 14651, 14658, 14665, 14670,
  14676, 14681, 14688, 14695, 14702, 14707, 14713, 14729, 14741, 14747, 14751, 14756, 14763, 14768,
  14776, 14784, 14790, 14796, 14804, 14812, 14819, 14828, 14838, 14848, 14859, 14866, 14873, 14880,
  14885, 14896, 14908, 14915, 14927, 14936, 14945, 14953, 14957, 14962, 14966, 14971, 14975, 14980,
  14984, 14989, 14993, 14998, 15005, 15013, 15018, 15026, 15034, 15042, 15050, 15058, 15064, 15070,
  15078, 15085, 15094, 15104, 15114, 15125, 15132, 15139, 15146, 15152, 15159, 15165, 15173, 15180,
  15185, 15191, 15198, 15202, 15207, 15214, 15221, 15225, 15230, 15237, 15241, 15248, 15258, 15264,
  15273, 15280, 15292, 15301, 15308, 15314, 15321, 15326, 15332, 15338, 15343, 15349, 15356, 15365,
  15372, 15377, 15382, 15386, 15393, 15400, 15405, 15413, 15418, 15425, 15431, 15440, 15453, 15466,
  15481, 15491, 15505, 15521, 15528, 15533, 15542, 15550, 15556, 15564, 15573, 15578, 15583, 15589,
  15596, 15602, 15619, 15637, 15642, 15647, 15653, 15660, 15665, 15671, 15678, 15683, 15689, 15693,
  15699, 15706, 15712, 15719, 15723, 15729, 15736, 15742, 15748, 15754, 15761, 15770, 15777, 15783,
  15789, 15792, 15796, 15802, 15807, 15815, 15827, 15841, 15856, 15862, 15867, 15873, 15881, 15892,
  15899, 15908, 15915, 15921, 15927, 15932, 15938, 15945, 15950, 15956, 15962, 15966, 15971, 15979,
  15984, 15989, 15995, 16001, 16008, 16019, 16028, 16039, 16046, 16052, 16062, 16067, 16074, 16083,
  16096, 16110, 16123, 16137, 16146, 16162, 16179, 16183, 16189, 16193, 16200, 16206, 16213, 16220,
  16225, 16229, 16235, 16241, 16247, 16252, 16258, 16264, 16269, 16276, 16283, 16290, 16297, 16305,
  16311, 16318, 16324, 16331, 16338, 16342, 16347, 16350, 16353, 16360, 16365, 16370, 16376, 16381,
  16387, 16391, 16397, 16403, 16406, 16412, 16418, 16423, 16428, 16434, 16439, 16446, 16453, 16459,
  16465, 16470, 16477, 16484, 16490, 16495, 16502, 16508, 16515, 16520, 16526, 16530, 16533, 16537,
  16541, 16546, 16551, 16556, 16561, 16565, 16570, 16577, 16584, 16588, 16593, 16600, 16605, 16609,
  16614, 16622, 16627, 16632, 16636, 16641,
};
/* clang-format on */
