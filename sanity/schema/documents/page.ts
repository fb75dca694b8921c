import {DocumentIcon} from '@sanity/icons/Document'
import {defineArrayMember, defineField, defineType} from 'sanity'
import {blockGroups, blockNamed, blocks} from '../blockTypes.ts'
import {hint, label} from '../support/bilingual.ts'
import {drawingField, referenceField} from '../support/fieldKinds.ts'
import {localeField} from '../support/localeField.ts'
import {middlewareFields, readOnlyIfStray, readOnlyUnless, routeField, routeMatchesId} from '../support/pageFields.ts'
import {bilingualPreview} from '../support/previews.ts'

/** The page of a route. The set of pages is fixed. */
export const page = defineType({
  name: 'page',
  title: label('页面', 'Page'),
  type: 'document',
  readOnly: readOnlyIfStray,
  icon: DocumentIcon,
  groups: [
    {name: 'content', title: label('内容', 'Content'), default: true},
    {name: 'search', title: label('搜索与分享', 'Search and sharing')},
    {name: 'settings', title: label('设置', 'Settings')},
  ],
  fields: [
    localeField({
      name: 'title',
      type: 'localeString',
      group: 'content',
      title: label('标题', 'Title'),
      description: hint('页面顶部的大标题，每页不同。', 'The large heading at the top, different on every page.'),
      required: true,
      lengths: {zh: 30, en: 80},
    }),
    localeField({
      name: 'description',
      type: 'localeText',
      group: 'content',
      title: label('导语', 'Lead'),
      description: hint(
        '标题下面的一段话，也是搜索结果的默认摘要。中文 160 字、英文 320 个字符以内。',
        'The paragraph below the title, and the default description in search results. At most 160 Chinese characters or 320 letters.',
      ),
      required: true,
      lengths: {zh: 160, en: 320},
    }),
    drawingField({
      group: 'content',
      title: label('页首图', 'Picture at the top'),
      description: hint(
        '标题旁边的一张图，最好是产品画面；不填时用固定的线条图。',
        'One picture beside the heading, best of all a product screen; without it a fixed line drawing stands there.',
      ),
    }),
    defineField({
      name: 'opening',
      title: label('开篇', 'Opening'),
      type: 'string',
      group: 'content',
      description: hint(
        '页面怎样开始。菜单里相邻的两页选不同的。“步骤、规则或数据领头”把页面上第一个“流程图”“规则”或“数据”提到页首；没有时与默认相同。',
        'How the page begins. Choose another one than the pages before and after it in the menu. “Steps, rules or claims first” moves the page’s first flow, rules or claims to its top; a page without any looks like the default.',
      ),
      options: {
        list: [
          {title: label('文字在左，图在右（默认）', 'Words beside the picture (default)'), value: 'beside'},
          {title: label('画面领头，占满全宽', 'Picture first, full width'), value: 'screen'},
          {
            title: label('步骤、规则或数据领头，深色底', 'Steps, rules or claims first, on a dark ground'),
            value: 'steps',
          },
        ],
        layout: 'radio',
      },
    }),
    defineField({
      name: 'actions',
      title: label('按钮', 'Buttons'),
      type: 'array',
      group: 'content',
      description: hint(
        '导语下面的按钮，最多两个：第一个是实心的，写读者看完这一屏最该做的事。',
        'Below the lead, two at most. The first is filled: what to do after this first screen.',
      ),
      of: [defineArrayMember({type: 'link'})],
      validation: (rule) => rule.max(2).error(hint('最多两个按钮。', 'Two buttons at most.')),
    }),
    defineField({
      name: 'blocks',
      title: label('内容块', 'Blocks'),
      type: 'array',
      group: 'content',
      description: hint(
        '页面从上到下的各个部分，可拖动排序。',
        'The sections of the page from top to bottom; drag to reorder.',
      ),
      of: blocks.map(({name}) => defineArrayMember({type: name})),
      options: {
        insertMenu: {
          filter: true,
          groups: blockGroups,
          views: [{name: 'grid', previewImageUrl: (name: string) => blockNamed(name)?.thumbnail}, {name: 'list'}],
        },
      },
      validation: (rule) => rule.required().min(1).error(hint('请至少添加一个内容块。', 'Add at least one block.')),
    }),
    defineField({
      name: 'seo',
      title: label('搜索与分享', 'Search and sharing'),
      type: 'seo',
      group: 'search',
      description: hint('只在需要与页面不同时填写。', 'Only where it should differ from the page itself.'),
    }),
    routeField({
      title: label('路径', 'Route'),
      description: hint('页面的地址，固定不变。', 'The page’s address, which is fixed.'),
      required: true,
      readOnly: true,
      group: 'settings',
    }),
    defineField({
      name: 'layout',
      title: label('版式', 'Layout'),
      type: 'string',
      group: 'settings',
      description: hint(
        '“文章”把正文收窄，适合长文阅读；没有选的页面是“默认”。由开发人员修改。',
        '“Article” narrows the text for long reading; a page without a choice has the default. Developers change it.',
      ),
      readOnly: readOnlyUnless('layout'),
      options: {
        list: [
          {title: label('默认', 'Default'), value: 'default'},
          {title: label('文章', 'Article'), value: 'article'},
        ],
        layout: 'radio',
      },
    }),
    ...middlewareFields,
    referenceField({
      name: 'product',
      to: 'product',
      group: 'settings',
      title: label('所属产品', 'Product'),
      description: hint(
        '决定页面的颜色和面包屑；公司页面不选。',
        'Decides the page’s colour and breadcrumb; none for company pages.',
      ),
    }),
    referenceField({
      name: 'module',
      to: 'productModule',
      group: 'settings',
      title: label('介绍的模块', 'Module'),
      description: hint(
        '功能页面所介绍的模块；其他页面不选。',
        'The module that a feature page presents; none for other pages.',
      ),
    }),
  ],
  validation: (rule) => rule.custom(routeMatchesId),
  orderings: [{title: label('路径', 'Route'), name: 'byRoute', by: [{field: 'route', direction: 'asc'}]}],
  preview: bilingualPreview('title', {detail: 'route'}),
})
