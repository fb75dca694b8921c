import {SearchIcon} from '@sanity/icons/Search'
import {defineField, defineType} from 'sanity'
import {hint, label} from '../support/bilingual.ts'
import {localeField} from '../support/localeField.ts'
import {altRequired, largeEnough, pictureKinds, pictureLimitsHint, shareCrop} from '../support/pictureRules.ts'
import {editorLanguageFirst} from '../support/previews.ts'

/** Overrides for search results and shared links. */
export const seo = defineType({
  name: 'seo',
  title: label('搜索与分享', 'Search and sharing'),
  type: 'object',
  icon: SearchIcon,
  fields: [
    localeField({
      name: 'title',
      type: 'localeString',
      title: label('搜索标题', 'Search title'),
      description: hint(
        '搜索结果和浏览器标签里的标题，不填则用页面标题。中文 30 字、英文 60 个字符以内。',
        'The title in search results and browser tabs; the page’s own title if empty. At most 30 Chinese characters or 60 letters.',
      ),
      lengths: {zh: 30, en: 60},
    }),
    localeField({
      name: 'description',
      type: 'localeText',
      title: label('搜索摘要', 'Search description'),
      description: hint(
        '搜索结果里标题下面的文字，不填则用页面导语。',
        'The text below the title in search results; the page’s lead if empty.',
      ),
      lengths: {zh: 160, en: 320},
    }),
    defineField({
      name: 'image',
      title: label('分享图片', 'Sharing image'),
      type: 'image',
      description: `${hint(
        '在聊天和社交应用里分享链接时显示，建议 1200 × 630 像素。',
        'Shown when a link is shared in chats and social apps; best at 1200 × 630 pixels.',
      )} ${pictureLimitsHint}`,
      options: {hotspot: shareCrop, accept: pictureKinds},
      fields: [
        localeField({
          name: 'alt',
          type: 'localeString',
          title: label('替代文字', 'Alternative text'),
          description: hint('向看不到图片的人说明图片内容。', 'Tells people who cannot see the picture what it shows.'),
        }),
      ],
      validation: (rule) => [rule.custom(altRequired), rule.custom(largeEnough).warning()],
    }),
    defineField({
      name: 'noindex',
      title: label('不让搜索引擎收录', 'Hide from search engines'),
      type: 'boolean',
      description: hint(
        '打开后，搜索引擎不再收录此页，访客仍可访问。',
        'When on, search engines leave this page out; visitors can still open it.',
      ),
    }),
  ],
  preview: {
    select: {zh: 'title.zh', en: 'title.en', about: 'description.zh', aboutEn: 'description.en', media: 'image'},
    prepare: ({zh, en, about, aboutEn, media}) => ({
      title: editorLanguageFirst(zh, en)[0],
      subtitle: editorLanguageFirst(about, aboutEn)[0],
      media,
    }),
  },
})
