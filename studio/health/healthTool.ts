import {CheckmarkCircleIcon} from '@sanity/icons/CheckmarkCircle'
import {definePlugin} from 'sanity'
import {label} from '../../sanity/schema/support/bilingual.ts'
import {HealthTool} from './HealthTool.tsx'

/** The tool that tells what is wrong with the content, and leads there. */
export const healthTool = definePlugin({
  name: 'health',
  tools: [
    {name: 'contentHealth', title: label('健康检查', 'Health'), icon: CheckmarkCircleIcon, component: HealthTool},
  ],
})
