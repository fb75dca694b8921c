import {useEffect, useRef} from 'react'
import {type ObjectInputProps, setIfMissing, useClient} from 'sanity'
import {isObject} from '../../lib/json.ts'
import {apiVersion} from '../../sanity/env.ts'
import {isEmptyLocale} from '../../sanity/schema/support/localeField.ts'
import {readAlternative} from '../pictures/pictures.ts'

/** An image's form: when a picture is chosen, an empty alternative text begins with the picture's own. */
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
  return props.renderDefault(props)
}
