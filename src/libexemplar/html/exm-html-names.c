/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-page"

#include "config.h"

#include "html/exm-html-names.h"

#include <stdlib.h>
#include <string.h>

/* All tables are in the order of their names in lower case. */
static const char *const svg_elements[] = {
  "altGlyph",
  "altGlyphDef",
  "altGlyphItem",
  "animateColor",
  "animateMotion",
  "animateTransform",
  "clipPath",
  "feBlend",
  "feColorMatrix",
  "feComponentTransfer",
  "feComposite",
  "feConvolveMatrix",
  "feDiffuseLighting",
  "feDisplacementMap",
  "feDistantLight",
  "feDropShadow",
  "feFlood",
  "feFuncA",
  "feFuncB",
  "feFuncG",
  "feFuncR",
  "feGaussianBlur",
  "feImage",
  "feMerge",
  "feMergeNode",
  "feMorphology",
  "feOffset",
  "fePointLight",
  "feSpecularLighting",
  "feSpotLight",
  "feTile",
  "feTurbulence",
  "foreignObject",
  "glyphRef",
  "linearGradient",
  "radialGradient",
  "textPath",
};

static const char *const svg_attributes[] = {
  "attributeName",
  "attributeType",
  "baseFrequency",
  "baseProfile",
  "calcMode",
  "clipPathUnits",
  "diffuseConstant",
  "edgeMode",
  "filterUnits",
  "glyphRef",
  "gradientTransform",
  "gradientUnits",
  "kernelMatrix",
  "kernelUnitLength",
  "keyPoints",
  "keySplines",
  "keyTimes",
  "lengthAdjust",
  "limitingConeAngle",
  "markerHeight",
  "markerUnits",
  "markerWidth",
  "maskContentUnits",
  "maskUnits",
  "numOctaves",
  "pathLength",
  "patternContentUnits",
  "patternTransform",
  "patternUnits",
  "pointsAtX",
  "pointsAtY",
  "pointsAtZ",
  "preserveAlpha",
  "preserveAspectRatio",
  "primitiveUnits",
  "refX",
  "refY",
  "repeatCount",
  "repeatDur",
  "requiredExtensions",
  "requiredFeatures",
  "specularConstant",
  "specularExponent",
  "spreadMethod",
  "startOffset",
  "stdDeviation",
  "stitchTiles",
  "surfaceScale",
  "systemLanguage",
  "tableValues",
  "targetX",
  "targetY",
  "textLength",
  "viewBox",
  "viewTarget",
  "xChannelSelector",
  "yChannelSelector",
  "zoomAndPan",
};

static const char *const mathml_attributes[] = { "definitionURL" };

/* Attributes with a namespace of their own, in all foreign elements. */
static const char *const spaced_attributes[] = {
  "xlink:actuate", "xlink:arcrole", "xlink:href", "xlink:role", "xlink:show",
  "xlink:title",   "xlink:type",    "xml:lang",   "xml:space",  "xmlns:xlink",
};

static int
compare_names (const void *lower, const void *entry)
{
  return g_ascii_strcasecmp (lower, *(const char *const *) entry);
}

static const char *
find (const char *lower, const char *const *names, gsize n)
{
  const char *const *found = bsearch (lower, names, n, sizeof *names, compare_names);
  return found != NULL ? *found : lower;
}

const char *
exm_html_adjust_element (const char *lower, ExmHtmlNamespace ns)
{
  if (ns != EXM_HTML_NS_SVG)
    return lower;
  return find (lower, svg_elements, G_N_ELEMENTS (svg_elements));
}

const char *
exm_html_adjust_attribute (const char *lower, ExmHtmlNamespace ns, gsize *prefix_bytes)
{
  *prefix_bytes = 0;
  if (ns == EXM_HTML_NS_HTML)
    return lower;
  const char *spaced = find (lower, spaced_attributes, G_N_ELEMENTS (spaced_attributes));
  if (spaced != lower)
    {
      *prefix_bytes = strcspn (spaced, ":");
      return spaced;
    }
  return ns == EXM_HTML_NS_SVG
             ? find (lower, svg_attributes, G_N_ELEMENTS (svg_attributes))
             : find (lower, mathml_attributes, G_N_ELEMENTS (mathml_attributes));
}
