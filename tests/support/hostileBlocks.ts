/** Sets `window.hostile` where it runs. */
const attack = 'window.hostile=1'

/** Markup of an attack, recognizable wherever it is parsed as elements. */
export const hostileMarkup = `</title></textarea></script><script data-hostile>${attack}</script><img data-hostile src=x onerror="${attack}">`

interface HostileBlock {
  /** The block as an attacker, or a broken import, has written it. */
  name: string
  block: {_type: string; heading?: unknown; body?: unknown}
}

const span = (text: unknown, marks: unknown = []) => ({_key: 's', _type: 'span', text, marks})
const paragraph = (fields: object) => ({
  _key: 'p',
  _type: 'block',
  style: 'normal',
  markDefs: [],
  children: [],
  ...fields,
})
const prose = (name: string, ...body: unknown[]): HostileBlock => ({name, block: {_type: 'prose', body}})
const text = (name: string, value: unknown) => prose(name, paragraph({children: [span(value)]}))
const marked = (name: string, mark: object) =>
  prose(name, paragraph({markDefs: [{_key: 'm', ...mark}], children: [span('a link', ['m'])]}))
const link = (href: string) => marked(`a link to ${JSON.stringify(href)}`, {_type: 'externalLink', href})
const route = (to: string) => marked(`a link to the page ${JSON.stringify(to)}`, {_type: 'routeLink', route: to})

/** Forty blocks that bypassed validation. */
export const hostileBlocks: HostileBlock[] = [
  link(`javascript:${attack}`),
  link(`JaVaScRiPt:${attack}`),
  link(` javascript:${attack}`),
  link(`\tjava\nscript:${attack}`),
  link(`javascript&colon;${attack}`),
  link(`data:text/html,<script>${attack}</script>`),
  link(`data:image/svg+xml,<svg onload="${attack}"/>`),
  link(`vbscript:${attack}`),
  link('file:///etc/passwd'),
  link('//evil.example/'),
  link(`https://x.example/"onmouseover="${attack}`),
  link(`mailto:x@x.example?body=${hostileMarkup}`),
  route('//evil.example'),
  route('/about/../../evil'),
  route('/ABOUT'),
  route('/ab\u043eut'),
  route(`javascript:${attack}`),
  route('__proto__'),
  text('markup', hostileMarkup),
  text('an SVG that runs on load', `<svg data-hostile onload="${attack}"><script>${attack}</script></svg>`),
  text('the end of a comment and of a CDATA section', `--> ]]> ${hostileMarkup}`),
  text('entities', '&lt;script&gt;&#60;img onerror=1&#62;'),
  text('a template', '{{constructor.constructor("window.hostile=1")()}}'),
  text('null bytes and control characters', 'a\u0000b\u0008c\u001b[2J'),
  text('text that turns the direction', '\u202egnp.exe\u202c \u2066\u05d0\u2069'),
  text('line separators and half a character', 'a\u2028b\u2029c\ud800d'),
  text('invisible characters', '\u200b\u200c\u200d\ufeff'.repeat(50)),
  text('a huge text', '试'.repeat(100_000)),
  text('a number for a text', 5),
  text('an object for a text', {__html: hostileMarkup, dangerouslySetInnerHTML: {__html: hostileMarkup}}),
  prose('no children', paragraph({children: null})),
  prose('children of an unknown kind', paragraph({children: [{_key: 'h', _type: 'html', html: hostileMarkup}]})),
  prose('a mark that nothing defines', paragraph({children: [span('x', ['nowhere', 'script', 'constructor'])]})),
  prose('definitions that are no list', paragraph({markDefs: {m: 1}, children: [span('x', ['m'])]})),
  prose('a style and a list that objects have by nature', paragraph({style: 'constructor', listItem: 'toString'})),
  prose('a list at an absurd depth', paragraph({listItem: 'bullet', level: 1e9, children: [span('deep')]})),
  prose('nothing where a paragraph should be', null, 'text', 7, []),
  {
    name: 'a heading that is markup',
    block: {_type: 'prose', heading: hostileMarkup, body: [paragraph({children: [span('x')]})]},
  },
  {name: 'a block by the name of a prototype’s property', block: {_type: 'constructor'}},
  {name: 'a block of markup', block: {_type: '__proto__', body: hostileMarkup}},
]

/** Returns the block in one language, as components get it. */
export function localizedBlock({block}: HostileBlock, index: number) {
  return {_key: `hostile${index}`, ...block}
}

/** Returns the block as the dataset stores it, with the same text in both languages. */
export function storedBlock({block}: HostileBlock, index: number) {
  const {_type, heading, body} = block
  return {
    _key: `hostile${index}`,
    _type,
    ...(heading !== undefined && {heading: {_type: 'localeString', zh: heading, en: heading}}),
    ...(body !== undefined && {body: {_type: 'localeBlocks', zh: body, en: body}}),
  }
}

/** Lists what in a document could run a script or lead to an unsafe URL. */
export function executableIn(document: Document): string[] {
  return [...document.querySelectorAll('*')].flatMap((element) => {
    const name = element.localName
    const attributes = [...element.attributes]
    const problems = attributes.flatMap(({name: attribute, value}) => {
      if (/^on/i.test(attribute)) return [`${name} ${attribute}`]
      const isAddress = ['href', 'src', 'action', 'formaction', 'xlink:href', 'srcdoc'].includes(attribute)
      return isAddress && !/^(?:https?:\/\/|mailto:|tel:|\/(?!\/)|#|data:image\/(?:png|webp|jpeg);)/.test(value)
        ? [`${name} ${attribute}=${value}`]
        : []
    })
    if (element.hasAttribute('data-hostile')) problems.push(`${name} data-hostile`)
    if (/^(?:iframe|object|embed|base|foreignobject)$/i.test(name)) problems.push(name)
    return problems
  })
}
