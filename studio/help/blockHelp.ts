import {label} from '../schema/support/bilingual.ts'

/** When to use each block: one sentence, shown beside its picture where a block is added and in the guide. */
export const blockHelp: Readonly<Record<string, string>> = {
  prose: label('一两段话就能说清楚时用。', 'When a paragraph or two says it.'),
  flow: label('按先后分几步完成的事，一步一句。', 'For work done in steps, one sentence a step.'),
  states: label(
    '讲一样东西会经过哪些状态，比如车辆从待清退到已报废。',
    'For the states that something passes through, such as a vehicle from to be cleared to scrapped.',
  ),
  lanes: label(
    '几个角色接力完成一件事，要看清谁做哪一步。',
    'When several roles hand work on and it matters who does which step.',
  ),
  screen: label(
    '让访客看到产品里的样子；内容是示例，会注明示意。',
    'Shows what the product looks like, from example rows, marked as illustrative.',
  ),
  timeline: label(
    '计划和时间：谁在什么时段做什么，与基线相比如何。',
    'For plans over time: what happens when, against a baseline.',
  ),
  comparison: label(
    '并排比较两种做法，差别一眼可见。',
    'Sets two ways of working side by side, so that the difference shows.',
  ),
  architecture: label('系统分几层、各层有什么。', 'For the layers of a system and what each holds.'),
  roles: label('讲谁在用、各自得到什么，不分先后。', 'Who works with it and what each gains, in no order.'),
  rules: label('系统自动把关的规定，一条一项。', 'For the rules that the product keeps by itself, one an entry.'),
  points: label('几个并列的要点，每个两三句。', 'For a few points of equal weight, two or three sentences each.'),
  moduleMap: label(
    '列出一个产品的全部模块，随模块资料自动更新。',
    'All the modules of a product, kept up to date from their own documents.',
  ),
  productGrid: label(
    '四个产品的入口，用在首页或平台页面。',
    'The way into the four products, for the home page or the platform’s.',
  ),
  capabilityGrid: label('技术能力的入口。', 'The way into the technical capabilities.'),
  claims: label(
    '用大号数字说话；数字取自“数据”，处处一致。',
    'Lets figures speak large; they come from Claims, the same everywhere.',
  ),
  faq: label(
    '客户常问、又不必占正文篇幅的问题。',
    'For questions that customers ask and that need no room in the text.',
  ),
  relatedModules: label(
    '放在功能页面结尾，引到相关的模块。',
    'At the end of a feature page, to lead on to related modules.',
  ),
  contactDetails: label(
    '公司的地址、电话和邮箱，取自网站设置。',
    'The company’s address, phone and mail, from the site settings.',
  ),
  enquiryForm: label(
    '联系页面的表单；其他页面用行动号召。',
    'The form of the contact page; other pages use a call to action.',
  ),
  callToAction: label(
    '每页最多一个，放在访客看完想联系的地方。',
    'One a page at most, where a visitor has read enough to get in touch.',
  ),
}

/** The drawing of a block, one of the Studio's own static files. */
export function blockThumbnail(name: string): string {
  return `/static/blocks/${name}.svg`
}
