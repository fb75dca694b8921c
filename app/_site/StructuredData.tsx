import type {Graph} from 'schema-dts'
import {serializeForScript} from '@/app/_site/serializeForScript'

/** Structured data as a script element that no browser runs. */
export function StructuredData({data}: {data: Graph}) {
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: React would escape the quotes; every < is escaped
    <script type="application/ld+json" dangerouslySetInnerHTML={{__html: serializeForScript(data)}} />
  )
}
