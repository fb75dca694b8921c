// @vitest-environment jsdom
import {expect, test} from 'vitest'
import {isObject} from '../../lib/json.ts'
import {blocksOf, leftOutOfPaste, pastedBlocks} from './pastedBlocks.ts'

const options = (...values: string[]) => values.map((value) => ({title: value, value}))
const allowed = {
  styles: options('normal', 'h2', 'h3'),
  lists: options('bullet', 'number'),
  decorators: options('strong', 'em'),
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** Each block as a line: its list or style, and its text with the addresses of its links. */
const linesOf = (html: string): string[] => asLines(blocksOf(html, allowed))

const asLines = (blocks: ReturnType<typeof blocksOf>): string[] =>
  blocks.map((block) => {
    const {listItem, style, children, markDefs}: Record<string, unknown> = {...block}
    const links = new Map<unknown, string>(
      [markDefs]
        .flat()
        .map((link: unknown) =>
          isObject(link) ? [link._key, String(link.href ?? link.section ?? link.route)] : ['', ''],
        ),
    )
    const text = listOf(children).map((child: unknown) => {
      if (!isObject(child) || !Array.isArray(child.marks)) return ''
      return child.marks.reduce((inner: string, mark) => `<${links.get(mark) ?? mark}>${inner}</>`, String(child.text))
    })
    return `${listItem || style}: ${text.join('')}`
  })

test('links and lists pasted from Word stay, to other sites and to pages of our own', () => {
  const word = `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word"><body>
<h2>标题<o:p></o:p></h2>
<p class=MsoNormal>见<a href="https://www.iso.org/standard/66912.html"><b>ISO 17025</b></a>，<u>或</u><a href="mailto:lab@example.com">写信</a>。<o:p></o:p></p>
<p class=MsoNormal><a href="https://www.example.com/h5/en/limsPages/entrust">委托</a>，<a href="https://www.example.com/h5/maixun#section-faq1">问</a></p>
<p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>·<span>&nbsp;&nbsp; </span></span><![endif]>第一<o:p></o:p></p>
<p class=MsoListParagraphCxSpLast style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>·<span>&nbsp;&nbsp; </span></span><![endif]>第二<o:p></o:p></p>
</body></html>`
  expect(linesOf(word)).toEqual([
    'h2: 标题',
    'normal: 见<strong><https://www.iso.org/standard/66912.html>ISO 17025</></>，或<mailto:lab@example.com>写信</>。',
    'normal: </limsPages/entrust>委托</>，</maixun#faq1>问</>',
    'bullet: 第一',
    'bullet: 第二',
  ])
})

test('a list pasted from WPS has no bullets and numbers in its words', () => {
  const item = (list: string, mark: string, words: string) =>
    `<p class=MsoNormal style="margin-left:21pt;text-indent:-21pt;mso-list:${list};"><![if !supportLists]><span style="font-family:Wingdings;mso-list:Ignore;">${mark}<span>&nbsp;</span></span><![endif]><span style="font-family:'宋体'">${words}</span></p>`
  const wps = `<html xmlns:w="urn:schemas-microsoft-com:office:word"><head><style>@list l1:level1{
mso-level-number-format:decimal;}</style></head><body>${item('l0 level1 lfo1', 'l', '圆点')}${item('l1 level1 lfo2', '1.', '编号')}</body></html>`
  expect(linesOf(wps)).toEqual(['bullet: 圆点', 'number: 编号'])
})

test('paragraphs pasted from WeChat come without the empty lines between them, and with their links', () => {
  const weChat = `<section data-tools="editor"><section style="text-align:center"><span leaf="">一、为什么</span></section>
<p style="line-height:1.75em"><span leaf="">每天<strong>上百份</strong>，</span><span leaf="">靠纸面。<br></span></p>
<section><span leaf=""><br></span></section><p><br></p><p>&nbsp;</p>
<section><span leaf="">第一行<br>第二行</span><a href="https://mp.weixin.qq.com/s/abc">往期</a></section>
<section><img data-src="https://mmbiz.qpic.cn/x.png" src="data:image/gif;base64,R0lGODlhAQABAAAAACw="></section></section>`
  expect(linesOf(weChat)).toEqual([
    'normal: 一、为什么',
    'normal: 每天<strong>上百份</>，靠纸面。',
    'normal: 第一行\n第二行<https://mp.weixin.qq.com/s/abc>往期</>',
  ])
  expect(linesOf('<section><p><br></p></section>')).toEqual([])
})

const pastedLines = (html: string) =>
  asLines(pastedBlocks({types: ['text/html'], getData: (type) => (type === 'text/html' ? html : '')}, allowed))

const body = '<section style="font-size: 15px"><span leaf="">每天上百份报告，全靠纸面，谁都找不到。</span></section>'

test('headings that WeChat marks by size and weight alone come as headings', () => {
  const weChat = `<div style="font-size: 17px; font-weight: 400"><section style="text-align:center"><section><p><span style="font-size: 18px"><strong><span leaf="">一、为什么</span></strong></span></p></section></section>
${body}<section style="font-size: 20px; font-weight: bold">二、<a href="https://www.iso.org/">怎么做</a></section>${body}</div>`
  expect(pastedLines(weChat)).toEqual([
    'h2: 一、为什么',
    'normal: 每天上百份报告，全靠纸面，谁都找不到。',
    'h2: 二、<https://www.iso.org/>怎么做</>',
    'normal: 每天上百份报告，全靠纸面，谁都找不到。',
  ])
  const word = `<p class=MsoNormal><b><span style='font-size:16.0pt'>Why</span></b></p><p class=MsoNormal><span style='font-size:10.5pt'>Hundreds of reports a day, all on paper.</span></p>`
  expect(pastedLines(word)).toEqual(['h2: Why', 'normal: Hundreds of reports a day, all on paper.'])
})

test.each([
  ['is large alone', '<p style="font-size: 20px">放大的一句</p>', 'normal: 放大的一句'],
  ['is bold alone', '<p style="font-size: 15px"><strong>加粗的一句</strong></p>', 'normal: <strong>加粗的一句</>'],
  ['is so in part', '<p style="font-size: 20px"><strong>一半</strong>一半</p>', 'normal: <strong>一半</>一半'],
  [
    'is long',
    `<p style="font-size: 20px; font-weight: 700">${'长'.repeat(61)}</p>`,
    `normal: <strong>${'长'.repeat(61)}</>`,
  ],
  ['is a number', '<p style="font-size: 40px; font-weight: 700">01</p>', 'normal: <strong>01</>'],
  [
    'is in a list of Word’s',
    '<p style="mso-list:l0 level1 lfo1; font-size: 20px"><b><span style="mso-list:Ignore">1.</span>一条</b></p>',
    'bullet: <strong>一条</>',
  ],
  ['is in a list', '<ul><li><p style="font-size: 20px"><b>一条</b></p></li></ul>', 'bullet: <strong>一条</>'],
])('what %s is no heading', (_why, html, line) => expect(pastedLines(body.repeat(4) + html).at(-1)).toBe(line))

test('pictures that are pasted are counted, and leave no empty paragraph', () => {
  const html = '<p>段落<img src="file:///C:/a.png"></p><p><img data-src="https://mmbiz.qpic.cn/x.png"></p>'
  const clipboard = (...types: string[]) => ({types, getData: (type: string) => (type === 'text/html' ? html : '')})
  expect(leftOutOfPaste(clipboard('text/html', 'text/plain')).pictures).toBe(2)
  expect(asLines(pastedBlocks(clipboard('text/html'), allowed))).toEqual(['normal: 段落'])
  expect(leftOutOfPaste(clipboard('text/html', 'application/x-portable-text')).pictures).toBe(0)
  expect(leftOutOfPaste({types: ['text/plain'], getData: () => ''}).pictures).toBe(0)
})

test('a link to a page of our own stays one with a slash at its end', () =>
  expect(linesOf('<p><a href="https://www.example.com/h5/limsPages/entrust/">委托</a></p>')).toEqual([
    'normal: </limsPages/entrust>委托</>',
  ]))

test.each([
  ['<h1>一</h1><h2>二</h2><h3>三</h3><h6>六</h6>', ['h2: 一', 'h3: 二', 'h3: 三', 'h3: 六']],
  ['<h2>二</h2><h4 class="x">四</h4>', ['h2: 二', 'h3: 四']],
  ['<h3>三</h3><hr>', ['h3: 三']],
])('headings begin at the first level that there is, and end at the last: %s', (html, lines) =>
  expect(linesOf(html)).toEqual(lines),
)

test.each([
  'javascript:alert(1)',
  ' JaVaScRiPt:alert(1)',
  'data:text/html,x',
  'file:///C:/report.docx',
  '#_Toc1',
  '/x',
])('a link to %s becomes its words alone', (href) =>
  expect(linesOf(`<p>见<a href="${href}">这里</a>。</p>`)).toEqual(['normal: 见这里。']),
)

test('characters that nobody sees stay out of what is pasted, as HTML and as plain text', () => {
  const pasted = (type: string, data: string) =>
    asLines(pastedBlocks({types: [type], getData: (wanted) => (wanted === type ? data : '')}, allowed))
  const unseen = '标\u200b定\ufeff系\u00ad统'
  expect(pasted('text/html', `<p>${unseen}<b>实&#8203;验室</b>&shy;</p><p>&#8203;</p>`)).toEqual([
    'normal: 标定系统<strong>实验室</>',
  ])
  expect(pasted('text/html', `<p><a href="https://www.iso.org/">${unseen}</a></p>`)).toEqual([
    'normal: <https://www.iso.org/>标定系统</>',
  ])
  expect(pasted('text/plain', `${unseen} < 3 & 4\u2028下一行\r\n再一行\n\n👩\u200d🔬`)).toEqual([
    'normal: 标定系统 < 3 & 4 下一行\n再一行',
    'normal: 👩\u200d🔬',
  ])
  // What holds none of them is left to the editor.
  expect(pasted('text/plain', '标定系统 👩\u200d🔬')).toEqual([])
  expect(pasted('application/x-portable-text', unseen)).toEqual([])
})

test.each([
  [
    'Feishu',
    '<div data-lark-html-role="root"><div class="ace-line">第一段</div><div class="ace-line">第二段<strong>重点</strong></div><blockquote><div>引用一</div><div>引用二</div></blockquote></div>',
    ['normal: 第一段', 'normal: 第二段<strong>重点</>', 'normal: 引用一', 'normal: 引用二'],
  ],
  [
    'WeChat',
    '<section><section><span leaf="">甲</span></section><section>乙</section>丙</section><section>丁<p>戊</p></section>',
    ['normal: 甲', 'normal: 乙', 'normal: 丙', 'normal: 丁', 'normal: 戊'],
  ],
  [
    'a mail',
    '<div dir="ltr">One<div>Two</div><div><br></div><div>Three<br><br>Four<br>five</div></div>',
    ['normal: One', 'normal: Two', 'normal: Three', 'normal: Four\nfive'],
  ],
  [
    'a page',
    '<dl><dt>词</dt><dd>解释</dd></dl><details><summary>问</summary>答</details><button>复制</button>',
    ['normal: 词', 'normal: 解释', 'normal: 问', 'normal: 答'],
  ],
  [
    'Google Docs',
    '<b style="font-weight:normal" id="docs-internal-guid-1"><p dir="ltr"><span style="font-weight:400">Plain, </span><span style="font-weight:700">bold</span></p><ul><li dir="ltr"><p dir="ltr"><span style="font-weight:400">one</span></p></li></ul></b>',
    ['normal: Plain, <strong>bold</>', 'bullet: one'],
  ],
])('each paragraph of %s stays one', (_source, html, lines) => expect(pastedLines(html)).toEqual(lines))

test('the paragraphs of an item are lines of it, and its list stays below it', () =>
  expect(
    pastedLines(
      '<ul><li><p>甲</p><p>乙</p></li><li>丙<div><div>丁</div></div></li><li><div>戊</div><ol><li>己</li></ol></li><li>庚<p>辛</p></li><li><p>壬</p>癸</li></ul>',
    ),
  ).toEqual(['bullet: 甲\n乙', 'bullet: 丙\n丁', 'bullet: 戊', 'number: 己', 'bullet: 庚\n辛', 'bullet: 壬\n癸']))

test('styles that leave it to what is around say nothing of bold and italics', () =>
  expect(
    pastedLines(
      '<p style="font-style: inherit">One <strong><span style="font-weight: inherit">two</span></strong> <em style="font-style: unset">three</em></p>',
    ),
  ).toEqual(['normal: One <strong>two</> <em>three</>']))

test('what looks bold or italic stays so, however it was marked, and a heading is not bold again', () =>
  expect(
    pastedLines(
      '<h2><b>标题</b></h2><p><span style="font-weight: bold">粗</span><span style="font-style: italic">斜</span><b style="font-weight: 400">平</b></p><section style="font-weight: 700">整段</section>',
    ),
  ).toEqual(['h2: 标题', 'normal: <strong>粗</><em>斜</>平', 'normal: <strong>整段</>']))

test('a heading that Word numbers is a heading', () =>
  expect(
    pastedLines(
      "<h1 style='mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>1<span>&nbsp;</span></span><![endif]>范围</h1>",
    ),
  ).toEqual(['h2: 范围']))

test('words struck out, comments and hidden text of Word stay out, and whoever pastes is told', () => {
  const html = `<p class=MsoNormal>周期缩短<del cite="mailto:li"><span>30%</span></del><ins cite="mailto:li"><span class=msoIns>40%</span></ins><s>，旧</s><span style="text-decoration: line-through">价</span>，<a style='mso-comment-reference:李_1'>待核</a><span class=MsoCommentReference><a href="#_msocom_1">[李1]</a></span>。<span style='display:none;mso-hide:all'>隐藏</span></p>
<div style='mso-element:comment-list'><div style='mso-element:comment'><p class=MsoCommentText>这个数字不能公开</p></div></div>`
  expect(pastedLines(html)).toEqual(['normal: 周期缩短40%，待核。'])
  const isRevised = (pasted: string) => leftOutOfPaste({types: ['text/html'], getData: () => pasted}).isRevised
  expect(isRevised(html)).toBe(true)
  expect(isRevised('<p>没有<s></s></p>')).toBe(false)
})

test('paragraphs of plain Chinese text, each with blanks before it, come apart and without them', () => {
  const pasted = '\u3000\u3000第一段\r\n\u3000\u3000第二段\r第二行'
  expect(
    asLines(pastedBlocks({types: ['text/plain'], getData: (type) => (type === 'text/plain' ? pasted : '')}, allowed)),
  ).toEqual(['normal: 第一段', 'normal: 第二段\n第二行'])
})
