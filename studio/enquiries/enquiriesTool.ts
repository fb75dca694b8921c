import {EnvelopeIcon} from '@sanity/icons/Envelope'
import {definePlugin} from 'sanity'
import type {ContentSource} from '../../sanity/env.ts'
import {label} from '../../sanity/schema/support/bilingual.ts'
import {EnquiriesTool} from './EnquiriesTool.tsx'

/** The tool in which enquiries are read. They are not content: they come from the site's own server. */
export const enquiriesTool = definePlugin((source: ContentSource) => ({
  name: 'enquiries',
  tools: [
    {
      name: 'enquiries',
      title: label('咨询', 'Enquiries'),
      icon: EnvelopeIcon,
      component: EnquiriesTool,
      options: source,
    },
  ],
}))
