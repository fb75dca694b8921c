import {defineArrayMember, defineField} from 'sanity'
import {hint, label} from './bilingual.ts'
import {readOnlyUnless} from './readOnlyUnless.ts'

const isSet = (document: Record<string, unknown> | undefined): boolean =>
  Array.isArray(document?.middleware) && document.middleware.includes('embargo')

/** Who may see a page, and when: the middleware that it names, with what each needs. */
export const middlewareFields = [
  defineField({
    name: 'middleware',
    title: label('访问限制', 'Access'),
    type: 'array',
    group: 'settings',
    description: hint(
      '“定时公开”：到指定时间之前，访客看到的是“找不到这个页面”，站点地图和其他页面的链接也不包含它；到时间自动公开，不必再发布。预览不受影响。由审核人或开发人员开关。',
      '“Embargo”: until the date below visitors get “This page could not be found”, and neither the sitemap nor links on other pages lead here. It opens by itself, without another publish. Previews are not affected. Reviewers and developers turn it on and off.',
    ),
    of: [defineArrayMember({type: 'string'})],
    options: {list: [{title: label('定时公开', 'Embargo'), value: 'embargo'}], layout: 'grid'},
    readOnly: readOnlyUnless('middleware'),
    validation: (rule) => rule.unique(),
  }),
  defineField({
    name: 'embargoUntil',
    title: label('公开时间', 'Embargo until'),
    type: 'datetime',
    group: 'settings',
    description: hint('按您电脑所在的时区填写。', 'In the time zone of your computer.'),
    readOnly: readOnlyUnless('middleware'),
    hidden: ({document}) => !isSet(document),
    validation: (rule) =>
      rule.custom((value, {document}) =>
        isSet(document) && !value ? hint('请填写公开时间。', 'Say when the page opens.') : true,
      ),
  }),
]
