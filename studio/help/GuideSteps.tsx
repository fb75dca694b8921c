import {Card, Flex, Stack, Text} from '@sanity/ui'
import {label} from '../../sanity/schema/support/bilingual.ts'

interface GuideStep {
  title: string
  text: string
}

const guideSteps: readonly GuideStep[] = [
  {
    title: label('找到页面', 'Find the page'),
    text: label(
      '在“内容 › 网站地图”里粘贴网址，或输入标题里的字，按回车打开。每个页面旁边写着它的状态：有草稿、缺英文、待填、数据过期。',
      'Under Content › Site map paste an address, or type words of the title, and press Enter. Each page shows its state: draft, English missing, placeholder, claim expired.',
    ),
  },
  {
    title: label('看着页面改', 'Change it while you look at it'),
    text: label(
      '打开“预览”，点页面上的文字或图片，它的字段就在旁边打开。一边打字，页面一边跟着变。指着一个块，当场就能拖动、复制、删除它，或在下面加一块。预览先显示手机宽度，上方可以切换宽度和语言。',
      'Open Preview and click a text or picture on the page: its field opens beside it, and the page follows as you type. Point at a block to drag, copy or delete it there, or to add one below. It shows phone width first; width and language are changed above it.',
    ),
  },
  {
    title: label('中英文并排写', 'Write both languages side by side'),
    text: label(
      '每段文字都有中文和英文两栏。缺英文时，英文页面显示中文。可以先抄中文过来再改；抄来的中文在翻译之前一直算缺英文。',
      'Each text has a Chinese and an English column. Without English, English pages show the Chinese. You may start from a copy of the Chinese; until it is translated it still counts as missing.',
    ),
  },
  {
    title: label('发布', 'Publish'),
    text: label(
      '修改自动存为草稿，访客看不到。点“发布”，一秒之内网站更新。有错误时不能发布，会说明原因和改法。要到某个时间才发布，在旁边的菜单里点“定时发布”。',
      'Changes are kept as a draft that visitors do not see. Publish, and the site has them within a second. If something is in the way, you are told what, and how to put it right. To publish at a certain time, take Schedule publish from the menu beside it.',
    ),
  },
  {
    title: label('数据只改一处', 'Change a figure once'),
    text: label(
      '数字写在“数据”里，页面引用它；它的句子里写 {figure}，数字改了，中英文句子跟着变。表单上方列出会一起变的页面。',
      'Figures live under Claims and pages quote them. The sentence holds {figure}, so both languages follow a change. The pages that it reaches are listed above the form.',
    ),
  },
  {
    title: label('改错了也不怕', 'Nothing is lost'),
    text: label(
      '按 Ctrl+Z（Mac 上是 ⌘Z）撤销您自己刚才的修改。文档菜单里的“历史记录”列出谁在什么时候改了什么，可以对比，也可以恢复任何一次发布的版本。',
      'Ctrl+Z (⌘Z on a Mac) undoes your own last edit. History, in the document’s menu, lists who changed what and when. Compare versions there, or restore any that was published.',
    ),
  },
]

/** The guide's steps as a numbered list. */
export function GuideSteps() {
  return (
    <Stack as="ol" gap={4} style={{listStyle: 'none', margin: 0, padding: 0}}>
      {guideSteps.map(({title, text}, index) => (
        <Flex align="flex-start" as="li" gap={3} key={title}>
          <Card flex="none" padding={2} radius={2} style={{minWidth: '2rem', textAlign: 'center'}} tone="primary">
            <Text size={1} weight="semibold">
              {index + 1}
            </Text>
          </Card>
          <Stack flex={1} gap={3} paddingTop={2}>
            <Text weight="semibold">{title}</Text>
            {/* Without a last line of one character. */}
            <Text muted size={1} style={{textWrap: 'pretty'}}>
              {text}
            </Text>
          </Stack>
        </Flex>
      ))}
    </Stack>
  )
}
