import {expect, type Locator, test} from '@playwright/test'
import {content} from '../support/contentClient.ts'
import {discardDraft} from '../support/discardDraft.ts'
import {StudioPage} from '../support/StudioPage.ts'
import {testProduct} from '../support/testProduct.ts'

test.use({viewport: {width: 1440, height: 900}})

/** What Word puts on the clipboard, shortened: its own elements and comments, styles, a list of paragraphs, a table. */
const fromWord = `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word">
<head><meta name=Generator content="Microsoft Word 15"><style>p.MsoNormal {font-size:10.5pt}</style></head>
<body lang=ZH-CN><!--StartFragment-->
<h1><span style='font-family:黑体'>验收<o:p></o:p></span></h1>
<h2>怎样验收<o:p></o:p></h2>
<p class=MsoNormal>按 <a href="https://www.iso.org/standard/66912.html"><b>ISO 17025</b></a> 验收，<i>不另收费</i>，见<a
href="https://www.example.com/h5/en/limsPages/entrust">委托</a>和<a href="file:///C:/Users/li/report.docx">报告</a>，<a
href="javascript:alert(1)">不要点</a>。<o:p></o:p></p>
<p class=MsoListParagraphCxSpFirst style='margin-left:18.0pt;text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span
style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span><![endif]>先看样品<o:p></o:p></p>
<p class=MsoListParagraphCxSpLast style='margin-left:18.0pt;text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span
style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span><![endif]>再看记录<o:p></o:p></p>
<table class=MsoTableGrid border=1><tr><td><p class=MsoNormal>项目<o:p></o:p></p></td><td><p class=MsoNormal>结果<o:p></o:p></p></td></tr></table>
<!--EndFragment--></body></html>`

/** Pastes as the browser does; its own clipboard would let the site clean the HTML first. */
const paste = (input: Locator, html: string) =>
  input.evaluate((element, pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', pasted)
    clipboardData.setData('text/plain', 'What is plain is not used.')
    element.dispatchEvent(new ClipboardEvent('paste', {clipboardData, bubbles: true, cancelable: true}))
  }, html)

interface Span {
  text: string
  marks: string[]
}
interface Block {
  style: string
  listItem?: string
  children: Span[]
  markDefs: {_key: string; _type: string; href?: string; route?: string}[]
}

/** A block as a line: its list or style, and its text with marks and links. */
function lineOf({style, listItem, children, markDefs}: Block): string {
  const links = new Map(markDefs.map(({_key, href, route}) => [_key, href ?? route]))
  const texts = children.map(({text, marks}) =>
    marks.reduce((inner, mark) => `[${links.get(mark) ?? mark}: ${inner}]`, text),
  )
  return `${listItem ?? style}: ${texts.join('')}`
}

test.afterEach(() => discardDraft('page-about'))

test('text pasted from Word keeps headings, lists, bold, italics and safe links, and one step undoes it', async ({
  page,
}) => {
  const body = async () => {
    const query =
      'coalesce(*[_id == "drafts.page-about"][0], *[_id == "page-about"][0]).blocks[_key == "prose1"][0].body.zh'
    return (await content.fetch<Block[]>(query)).map(lineOf)
  }
  const before = await body()
  const studio = await StudioPage.at(page)
  const path = 'blocks[_key=="prose1"].body.zh'
  await studio.visit(`${testProduct.studioUrl}/intent/edit/id=page-about;type=page;path=${encodeURIComponent(path)}/`)
  const input = page.getByTestId(`field-${path}`).last().locator('[contenteditable=true]').first()
  // At the end by the click itself: a key pressed before the editor has taken over the caret of a click is undone by it.
  const last = input.locator('> *').last()
  const {width, height} = (await last.boundingBox()) ?? {width: 0, height: 0}
  await last.click({position: {x: width - 1, y: height - 1}})
  await expect(input).toBeFocused()
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await body()).length).toBe(before.length + 1)
  await paste(input, fromWord)
  await expect(input.getByText('先看样品')).toBeVisible()
  await expect
    .poll(async () => (await body()).slice(before.length))
    .toEqual([
      'h2: 验收',
      'h3: 怎样验收',
      'normal: 按 [strong: [https://www.iso.org/standard/66912.html: ISO 17025]] 验收，[em: 不另收费]，见[/limsPages/entrust: 委托]和报告，不要点。',
      'bullet: 先看样品',
      'bullet: 再看记录',
      'normal: 项目',
      'normal: 结果',
    ])
  await expect(page.getByTestId('input-validation-icon-error')).toHaveCount(0)
  await page.keyboard.press('Control+z')
  await expect(input.getByText('先看样品')).toHaveCount(0)
})
