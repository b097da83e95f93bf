/** Elements whose content nobody sees. */
const hidden = new Set(['head', 'script', 'style', 'template', 'title']);
/** Elements that begin and end a line. */
const blocks = new Set(
  'address article aside blockquote body center dd div dl dt fieldset footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table tr ul'.split(
    ' ',
  ),
);

/** The names of the characters from U+00A0 to U+00FF. */
const latin =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml'.split(
    ' ',
  );
const entities = new Map<string, string>([
  ...latin.map((name, i): [string, string] => [name, String.fromCharCode(0xa0 + i)]),
  ...Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", ndash: '–', mdash: '—', lsquo: '‘', rsquo: '’' }),
  ...Object.entries({ sbquo: '‚', ldquo: '“', rdquo: '”', bdquo: '„', hellip: '…', euro: '€', bull: '•', trade: '™' }),
]);

/**
 * The text of an HTML mail, with `> ` before each line of a blockquote, as plain mails quote. Its time grows with the length only,
 * whatever the HTML looks like.
 */
export function htmlToText(html: string): string {
  const writer = new LineWriter();
  const lower = html.toLowerCase();
  let at = 0;
  while (at < html.length) {
    const tagStart = html.indexOf('<', at);
    writer.text(decodeEntities(html.slice(at, tagStart < 0 ? html.length : tagStart)));
    if (tagStart < 0) break;
    const isComment = html.startsWith('<!--', tagStart);
    const tagEnd = html.indexOf(isComment ? '-->' : '>', tagStart);
    if (tagEnd < 0) break;
    at = tagEnd + (isComment ? 3 : 1);
    const [, slash = '', name = ''] = isComment
      ? []
      : (/^<(\/?)([a-z][a-z\d]*)/.exec(lower.slice(tagStart, tagStart + 20)) ?? []);
    if (hidden.has(name) && slash === '') {
      const end = lower.indexOf(`</${name}`, at);
      if (end < 0) break;
      at = end;
    } else writer.tag(name, slash !== '');
  }
  return writer.end();
}

function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}\d?));/gi, (given, decimal, hex, name) => {
    if (name) return entities.get(name) ?? given;
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });
}

const maxQuotes = 5;

class LineWriter {
  readonly #lines: string[] = [];
  #line = '';
  #quotes = 0;
  #preformatted = 0;

  text(text: string): void {
    const parts = this.#preformatted > 0 ? text.split(/\r?\n/) : [text.replaceAll(/[ \t\r\n\f]+/g, ' ')];
    parts.forEach((part, i) => {
      if (i > 0) this.#endLine();
      this.#line += this.#line === '' && this.#preformatted === 0 ? part.trimStart() : part;
    });
  }

  tag(name: string, isEnd: boolean): void {
    if (name === 'br') this.#endLine();
    if ((name === 'td' || name === 'th') && isEnd) this.#line += ' ';
    if (!blocks.has(name)) return;
    if (this.#line.trim() !== '') this.#endLine();
    if (name === 'p' && isEnd) this.#endLine();
    if (name === 'blockquote') this.#quotes = Math.max(0, this.#quotes + (isEnd ? -1 : 1));
    if (name === 'pre') this.#preformatted = Math.max(0, this.#preformatted + (isEnd ? -1 : 1));
    if (name === 'li' && !isEnd) this.#line = '- ';
    if (name === 'hr') {
      this.#line = '_'.repeat(32);
      this.#endLine();
    }
  }

  end(): string {
    if (this.#line.trim() !== '') this.#endLine();
    return this.#lines.join('\n');
  }

  #endLine(): void {
    this.#lines.push(`${'> '.repeat(Math.min(this.#quotes, maxQuotes))}${this.#line}`.trimEnd());
    this.#line = '';
  }
}
