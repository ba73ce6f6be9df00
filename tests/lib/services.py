# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Services that take messages, with the rules that the real ones enforce: what is wrong is
answered with status 200 and an error inside where they do so."""

import base64
import email
import email.policy
import hashlib
import hmac
import http.server
import json
import socketserver
import threading
import time
import urllib.parse

SECRET = 'SEC-hush-hush-0123456789'
TOKEN = 'tok-3f9a17c2b5'
ROOM = '!room:example.org'


def sha256(key, message):
    return hmac.new(key.encode(), message, hashlib.sha256)


def judge_webhook(path, headers, body):
    """By its signature over the bytes."""
    good = 'sha256=' + sha256(SECRET, body).hexdigest()
    if headers['X-Exemplar-Signature'] != good:
        return 401, {'error': 'signature'}
    message = json.loads(body)
    assert headers['X-Exemplar-Delivery'] == message['delivery'], message
    return 200, {}


def judge_wecom(path, headers, body):
    message = json.loads(body)
    if urllib.parse.parse_qs(path.query).get('key') != [TOKEN]:
        return 200, {'errcode': 93000, 'errmsg': 'invalid webhook url'}
    if message['msgtype'] != 'markdown':
        return 200, {'errcode': 40008, 'errmsg': 'invalid message type'}
    if len(message['markdown']['content'].encode()) > 4096:
        return 200, {'errcode': 40058, 'errmsg': 'markdown.content exceed max length 4096'}
    return 200, {'errcode': 0, 'errmsg': 'ok'}


def judge_dingtalk(path, headers, body):
    query = urllib.parse.parse_qs(path.query)
    stamp = query['timestamp'][0]
    good = base64.b64encode(sha256(SECRET, ('%s\n%s' % (stamp, SECRET)).encode()).digest())
    if len(stamp) != 13 or query['sign'] != [good.decode()]:
        return 200, {'errcode': 310000, 'errmsg': 'sign not match'}
    message = json.loads(body)
    if not (message['markdown']['title'] and message['markdown']['text']):
        return 200, {'errcode': 40035, 'errmsg': 'bad params'}
    return 200, {'errcode': 0, 'errmsg': 'ok'}


def judge_feishu(path, headers, body):
    message = json.loads(body)
    key = '%s\n%s' % (message['timestamp'], SECRET)
    good = base64.b64encode(sha256(key, b'').digest()).decode()
    if len(message['timestamp']) != 10 or message['sign'] != good:
        return 200, {'code': 19021, 'msg': 'sign match fail or timestamp is not within one hour'}
    if not message['content']['text']:
        return 200, {'code': 9499, 'msg': 'Bad Request'}
    return 200, {'StatusCode': 0, 'StatusMessage': 'success', 'code': 0, 'data': {}, 'msg': 'success'}


def judge_slack(path, headers, body):
    text = json.loads(body)['text']
    assert '<' not in text.replace('&lt;', ''), text
    return 200, 'ok'


def judge_telegram(path, headers, body):
    message = json.loads(body)
    if path.path != '/bot%s/sendMessage' % urllib.parse.quote(TOKEN):
        return 404, {'ok': False, 'error_code': 404, 'description': 'Not Found'}
    if message['chat_id'] != ROOM or len(message['text']) > 4096:
        return 400, {'ok': False, 'error_code': 400, 'description': 'Bad Request'}
    return 200, {'ok': True, 'result': {}}


def judge_matrix(path, headers, body):
    if headers['Authorization'] != 'Bearer ' + TOKEN:
        return 401, {'errcode': 'M_UNKNOWN_TOKEN', 'error': 'Unknown token'}
    parts = path.path.split('/')
    assert parts[:5] == ['', '_matrix', 'client', 'v3', 'rooms'], path
    assert urllib.parse.unquote(parts[5]) == ROOM and parts[6:8] == ['send', 'm.room.message'], path
    return 200, {'event_id': '$' + parts[8]}


def judge_discord(path, headers, body):
    message = json.loads(body)
    if len(message['content']) > 2000 or message['allowed_mentions'] != {'parse': []}:
        return 400, {'message': 'Invalid Form Body', 'code': 50035}
    return 200, {'id': '1'}


def judge_ntfy(path, headers, body):
    message = json.loads(body)
    if headers['Authorization'] != 'Bearer ' + TOKEN:
        return 401, {'code': 40101, 'error': 'unauthorized'}
    if message['topic'] != ROOM or len(message['message'].encode()) > 4096:
        return 400, {'code': 40001, 'error': 'invalid request'}
    return 200, {'id': 'x', 'event': 'message'}


# Kind → what judges a message, and the address below the service's own.
KINDS = {
    'webhook': (judge_webhook, '/hook'),
    'wecom': (judge_wecom, '/cgi-bin/webhook/send?key=' + TOKEN),
    'dingtalk': (judge_dingtalk, '/robot/send?access_token=' + TOKEN),
    'feishu': (judge_feishu, '/open-apis/bot/v2/hook/' + TOKEN),
    'slack': (judge_slack, '/services/' + TOKEN),
    'telegram': (judge_telegram, ''),
    'matrix': (judge_matrix, ''),
    'discord': (judge_discord, '/api/webhooks/' + TOKEN),
    'ntfy': (judge_ntfy, ''),
    'mail': (None, ''),
    'form': (None, '/admin/post.php'),
    'wordpress': (None, ''),
}
WITH_SECRET = ('webhook', 'dingtalk', 'feishu')
WITH_TOKEN = ('telegram', 'matrix', 'ntfy')
PASSWORD = 'pass word-77c1'
RECEIVERS = 'one@example.net, two@example.net'
# Fields, encoding and word of a form; status, categories and tags of WordPress.
FORM = ('pass={secret}&title={title}&body={html}&from=%E6%9D%A5%E6%BA%90: {source}&day={date}',
        'gb18030', '发布成功')
POSTS = ('publish', 'News, {section}', '{keywords}')


def lines_of(kind, address):
    """Lines that output add reads from its standard input."""
    lines = [address + KINDS[kind][1]]
    if kind in WITH_SECRET:
        lines.append(SECRET)
    if kind in WITH_TOKEN:
        lines += [TOKEN, ROOM]
    if kind == 'mail':
        lines += [PASSWORD, RECEIVERS]
    if kind == 'form':
        lines += [SECRET, *FORM]
    if kind == 'wordpress':
        lines += [PASSWORD, *POSTS]
    return '\n'.join(lines) + '\n'


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = 'HTTP/1.1'

    def log_message(self, *args):
        pass

    def do_POST(self):
        service = self.server.service
        body = self.rfile.read(int(self.headers['Content-Length'] or 0))
        path = urllib.parse.urlsplit(self.path)
        if service.is_question(self.command, path):
            fault = service.questions_faults.pop(0) if service.questions_faults else None
        else:
            service.record(path, self.headers, body)
            fault = service.next_fault()
        if fault == 'hang':
            service.released.wait(60)
            self.close_connection = True
            return
        if fault == 'close':
            self.connection.shutdown(2)
            self.close_connection = True
            return
        if fault == 'half':
            self.wfile.write(b'HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{"err')
            self.wfile.flush()
            self.connection.shutdown(2)
            self.close_connection = True
            return
        if isinstance(fault, tuple):
            if fault[0] == 'late':
                service.released.wait(60)
                fault = fault[1:]
            status, headers, answer = fault
        else:
            status, answer = service.answer(self.command, path, self.headers, body)
            headers = {}
        data = answer if isinstance(answer, bytes) else (
            answer if isinstance(answer, str) else json.dumps(answer)).encode()
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header('Content-Length', str(len(data)))
        self.end_headers()
        try:
            self.wfile.write(data)
        except OSError:
            pass

    do_PUT = do_POST
    do_GET = do_POST


class Service:
    """A service of a kind, in a thread. Faults are made of the next messages, in turn."""

    def __init__(self, kind):
        self.judge = KINDS[kind][0]
        self.kind = kind
        self.messages = []
        self.faults = []
        self.questions_faults = []
        self.arrived = threading.Semaphore(0)
        self.released = threading.Event()
        self.serve()
        self.server.service = self
        self.thread = threading.Thread(target=self.server.serve_forever)
        self.thread.start()

    def serve(self):
        self.server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Handler)
        self.server.daemon_threads = True
        self.address = 'http://127.0.0.1:%d' % self.server.server_port

    def record(self, path, headers, body):
        self.messages.append((path, headers, body))
        self.arrived.release()

    def is_question(self, method, path):
        """Whether it is no message, but asked before one."""
        return False

    def answer(self, method, path, headers, body):
        return self.judge(path, headers, body)

    def next_fault(self):
        return self.faults.pop(0) if self.faults else None

    def bodies(self):
        return [json.loads(body) for _, _, body in self.messages]

    def close(self):
        self.released.set()
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()


class FormService(Service):
    """A form of a site in GB18030, whose messages are the fields."""

    def __init__(self):
        super().__init__('form')

    def record(self, path, headers, body):
        self.raw = body
        fields = urllib.parse.parse_qs(body.decode('ascii'), encoding='gb18030', errors='strict',
                                       strict_parsing=True, keep_blank_values=True)
        super().record(path, headers, json.dumps({key: value for key, (value,) in fields.items()}).encode())

    def answer(self, method, path, headers, body):
        if headers['Content-Type'] != 'application/x-www-form-urlencoded':
            return 200, '没有内容'.encode('gb18030')
        fields = json.loads(self.messages[-1][2])
        if fields['pass'] != SECRET:
            return 200, ('密码错误 ' + fields['pass']).encode('gb18030')
        assert '\n' not in fields['body'].replace('\r\n', ''), fields
        return 200, ('<p>发布成功：%s</p>' % fields['title']).encode('gb18030')


class WordPressService(Service):
    """A site of WordPress, as far as its REST interface is asked. Messages are its posts."""

    def __init__(self):
        self.terms = {'categories': {1: 'Uncategorized', 2: 'News'}, 'tags': {}}
        self.media = {}
        self.refused = None
        self.routes = []
        super().__init__('wordpress')
        self.address = self.address.replace('//', '//me%40example.org@')

    @staticmethod
    def route(path):
        query = urllib.parse.parse_qs(path.query)
        return path.path + query.get('rest_route', [''])[0], query

    def is_question(self, method, path):
        return method != 'POST' or not self.route(path)[0].endswith('/posts')

    def answer(self, method, path, headers, body):
        route, query = self.route(path)
        name = route.rpartition('/')[2]
        self.routes.append((method, name))
        good = base64.b64encode(('me@example.org:' + PASSWORD).encode()).decode()
        if headers['Authorization'] != 'Basic ' + good:
            return self.fail(401, 'rest_cannot_create', 'Sorry, you are not allowed: ' + headers['Authorization'])
        if route not in ['%s/wp/v2/%s' % (root, kind) for root in ('/wp-json', '/')
                         for kind in ('posts', 'media', 'categories', 'tags')] and '/wp/v2/' not in route:
            return self.fail(404, 'rest_no_route', 'No route was found')
        if (method, name) == self.refused:
            return self.fail(403, 'rest_cannot_create', 'Not allowed for you')
        if name in self.terms:
            return self.answer_terms(method, self.terms[name], query, body)
        if name == 'media':
            return self.answer_media(method, headers, query, body)
        return self.take_post(json.loads(body))

    @staticmethod
    def fail(status, code, message, **data):
        return status, {'code': code, 'message': message, 'data': dict(status=status, **data)}

    def answer_terms(self, method, terms, query, body):
        if method == 'GET':
            word = query['search'][0].casefold()
            return 200, [{'id': number, 'name': name} for number, name in terms.items()
                         if word in name.casefold()]
        name = json.loads(body)['name'].replace('&', '&amp;').replace('<', '&lt;')
        for number, known in terms.items():
            if known.casefold() == name.casefold():
                return self.fail(400, 'term_exists', 'A term with the name exists', term_id=number)
        number = 10 + len(terms)
        terms[number] = name
        return 201, {'id': number, 'name': name}

    def answer_media(self, method, headers, query, body):
        if method == 'GET':
            return 200, [{'id': number} for number, slug in self.media.items()
                         if slug == query['slug'][0]]
        kind, _, name = headers['Content-Disposition'].partition('; filename=')
        if kind != 'attachment' or not headers['Content-Type'].startswith('image/') or not body:
            return self.fail(400, 'rest_upload_no_data', 'No data')
        number = 100 + len(self.media)
        self.media[number] = name.strip('"').rpartition('.')[0]
        self.last_picture = body
        return 201, {'id': number}

    def take_post(self, post):
        for kind, terms in self.terms.items():
            if any(number not in terms for number in post.get(kind, [])):
                return self.fail(400, 'rest_invalid_param', 'Invalid parameter: ' + kind)
        if post.get('featured_media', 0) not in [0, *self.media]:
            return self.fail(400, 'rest_invalid_featured_media', 'Invalid featured media ID.')
        assert post['status'] in ('draft', 'pending', 'private', 'publish'), post
        assert time.strptime(post['date_gmt'], '%Y-%m-%dT%H:%M:%S'), post
        assert set(post) <= {'status', 'title', 'content', 'excerpt', 'date_gmt', 'categories',
                             'tags', 'featured_media'}, post
        return 201, {'id': 7, 'link': 'https://blog.example/?p=7'}


class MailHandler(socketserver.StreamRequestHandler):
    """Answers by RFC 5321; a line that comes too early, or too late, is refused."""

    def answer(self, text):
        self.wfile.write(text.encode() + b'\r\n')

    def handle(self):
        service = self.server.service
        self.sender, self.receivers, self.is_in = None, [], False
        if self.interfere('connect'):
            return
        self.answer('220 mail.example ready')
        for line in self.rfile:
            command = line.decode().rstrip('\r\n')
            assert line.endswith(b'\r\n'), line
            service.commands.append(command)
            verb = command.split(' ')[0].split(':')[0]
            if verb == 'QUIT':
                self.answer('221 bye')
                return
            if verb == 'DATA' and self.receivers:
                if self.interfere('DATA') or not self.take_data(service):
                    return
            elif self.interfere(verb):
                return
            elif not self.is_refused:
                self.answer(self.reply(verb, command))

    is_refused = False

    def interfere(self, point):
        """Makes the fault that is meant for this point; whether the dialogue is over."""
        service = self.server.service
        self.is_refused = False
        if not service.faults or service.faults[0][0] != point:
            return False
        what = service.faults.pop(0)[1]
        if what == 'close':
            return True
        if what == 'hang':
            service.released.wait(60)
            return True
        self.answer(what)
        self.is_refused = True
        return point == 'connect'

    def reply(self, verb, command):
        service = self.server.service
        if verb == 'EHLO':
            return '250-mail.example\r\n250-SIZE 1000000\r\n250 AUTH %s' % service.ways
        if verb == 'AUTH':
            return self.sign_in(command.split(' ')[1:])
        if not self.is_in:
            return '530 5.7.0 sign in first'
        if verb == 'MAIL':
            self.sender = command[len('MAIL FROM:'):]
        elif verb == 'RCPT':
            self.receivers.append(command[len('RCPT TO:'):])
        else:
            return '500 5.5.1 what?'
        return '250 2.1.0 fine'

    def sign_in(self, words):
        if words[0] == 'PLAIN':
            given = base64.b64decode(words[1]).decode().split('\0')[1:]
        else:
            given = []
            for prompt in 'Username:', 'Password:':
                self.answer('334 ' + base64.b64encode(prompt.encode()).decode())
                given.append(base64.b64decode(self.rfile.readline()).decode())
        if given != ['me@example.org', PASSWORD]:
            return '535 5.7.8 not you: ' + words[-1]
        self.is_in = True
        return '235 2.7.0 welcome'

    def take_data(self, service):
        """False where the dialogue ends with it."""
        if self.is_refused:
            return True
        self.answer('354 go on')
        lines = []
        for line in self.rfile:
            if line == b'.\r\n':
                break
            assert len(line) <= 1000 and line.endswith(b'\r\n'), line
            lines.append(line)
        else:
            return False
        service.record(self.sender, self.receivers, b''.join(lines))
        # A fault that names no point is of the answer.
        fault = service.faults.pop(0) if service.faults else None
        if fault == 'hang':
            service.released.wait(60)
        elif fault != 'close':
            self.answer(fault or '250 2.0.0 queued as 4711')
        return fault not in ('hang', 'close')


class MailServer(socketserver.ThreadingTCPServer):
    daemon_threads = True


class MailService(Service):
    """A mail server, whose messages are the sender, the receivers and the mail's text."""

    def __init__(self):
        self.commands = []
        self.mails = []
        self.ways = 'PLAIN LOGIN'
        super().__init__('mail')

    def serve(self):
        self.server = MailServer(('127.0.0.1', 0), MailHandler)
        self.address = 'smtp://me@example.org@127.0.0.1:%d' % self.server.server_address[1]

    def record(self, path, headers, body):
        mail = email.message_from_bytes(body, policy=email.policy.default)
        self.mails.append(mail)
        plain, html = mail.iter_parts()
        assert (mail.get_content_type(), plain.get_content_type(), html.get_content_type()) == (
            'multipart/alternative', 'text/plain', 'text/html'), mail
        text = '%s\n%s' % (mail['Subject'], plain.get_content())
        super().record(path, headers, text.encode())

    def bodies(self):
        return [body.decode() for _, _, body in self.messages]


# Kind → the class of its service, where that is one of its own.
SERVICES = {'mail': MailService, 'form': FormService, 'wordpress': WordPressService}


def serve(kind):
    return SERVICES[kind]() if kind in SERVICES else Service(kind)
