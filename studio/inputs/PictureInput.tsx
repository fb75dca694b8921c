import type {SanityClient} from '@sanity/client'
import {Card, Stack, Text} from '@sanity/ui'
import {useEffect, useRef, useState} from 'react'
import {type ObjectInputProps, setIfMissing, useClient} from 'sanity'
import {isObject} from '../../lib/json.ts'
import {apiVersion} from '../../sanity/env.ts'
import {hint} from '../../sanity/schema/support/bilingual.ts'
import {isEmptyLocale} from '../../sanity/schema/support/localeField.ts'
import {readAlternative} from '../pictures/pictures.ts'
import {isAnimated} from '../uploads/validatePicture.ts'

/**
 * An image's form: when a picture is chosen, an empty alternative text begins with the picture's own. Warns that an animated picture
 * stands still on the site.
 */
export function PictureInput(props: ObjectInputProps) {
  const {value, onChange, readOnly} = props
  const client = useClient({apiVersion})
  const asset = isObject(value?.asset) && typeof value.asset._ref === 'string' ? value.asset._ref : undefined
  const isEmpty = isEmptyLocale(value?.alt)
  // What was there before is the editor's own decision.
  const seen = useRef(asset)
  useEffect(() => {
    if (readOnly || !asset || asset === seen.current) return
    seen.current = asset
    if (!isEmpty) return
    client.fetch<unknown>('*[_id == $asset][0].alternative', {asset}, {tag: 'pictures'}).then(
      (alternative) => {
        const texts = readAlternative(alternative)
        // The editor may have chosen another picture, or begun to write.
        if (seen.current !== asset || !texts.zh) return
        const languages = Object.entries(texts).map(([language, text]) => setIfMissing(text, ['alt', language]))
        onChange([setIfMissing({_type: 'localeString'}, ['alt']), ...languages])
      },
      // The field stays empty, and asks for a text itself.
      () => undefined,
    )
  }, [asset, client, isEmpty, onChange, readOnly])
  const animated = useAnimated(client, asset)
  return (
    <Stack gap={4}>
      {animated && (
        <Card border data-testid="picture-animated" padding={3} radius={2} tone="caution">
          <Text size={1}>
            {hint(
              '这是动图：网站上只显示第一帧，不会动。请确认第一帧本身就说明了内容，或者换一张静止的图片。',
              'This picture is animated. The site shows its first frame only, and it does not move: check that this frame says enough, or choose a still picture.',
            )}
          </Text>
        </Card>
      )}
      {props.renderDefault(props)}
    </Stack>
  )
}

/** Part of a file in which all formats say whether the picture is animated, with room for a colour profile. */
const HEAD_BYTES = 64 * 1024

/** Whether the file of an asset is an animated picture; false as long as that is not known. */
function useAnimated(client: SanityClient, asset: string | undefined): boolean {
  const [animated, setAnimated] = useState<string>()
  useEffect(() => {
    if (!asset) return
    const end = new AbortController()
    const {signal} = end
    const read = async () => {
      const url = await client.fetch<string | null>('*[_id == $asset][0].url', {asset}, {signal, tag: 'pictures'})
      if (url && isAnimated(await readHead(url, signal))) setAnimated(asset)
    }
    // Only the notice is missing then.
    read().catch(() => undefined)
    return () => end.abort()
  }, [asset, client])
  return asset !== undefined && animated === asset
}

/** Reads the beginning of a file, and has the rest not sent. Asking for a range would take a second request on another origin. */
async function readHead(url: string, signal: AbortSignal): Promise<Uint8Array> {
  const {ok, body} = await fetch(url, {signal})
  if (!ok || !body) return new Uint8Array()
  const reader = body.getReader()
  const chunks: Uint8Array<ArrayBuffer>[] = []
  for (let size = 0; size < HEAD_BYTES; ) {
    const {value} = await reader.read()
    if (!value) break
    chunks.push(value)
    size += value.length
  }
  await reader.cancel()
  return new Uint8Array(await new Blob(chunks).slice(0, HEAD_BYTES).arrayBuffer())
}
