import {Button} from '@sanity/ui'
import {useEffect, useState} from 'react'
import {label} from '../../sanity/schema/support/bilingual.ts'

const texts = {
  ready: label('复制链接', 'Copy the link'),
  copied: label('已复制', 'Copied'),
  refused: label('浏览器不让复制，请手动选中复制', 'The browser does not allow it: copy it by hand'),
}
/** Milliseconds for which the button says that it has copied. */
const saidFor = 2000
const tones = {ready: 'primary', copied: 'positive', refused: 'caution'} as const

/** Copies a link that is shown beside it. Says so if the browser refuses, as it does on plain http. */
export function CopyButton({text, ...style}: {text: string; mode?: 'ghost'; fontSize?: number; padding?: number}) {
  const [state, setState] = useState<keyof typeof texts>('ready')
  useEffect(() => {
    if (state !== 'copied') return
    const timer = setTimeout(setState, saidFor, 'ready')
    return () => clearTimeout(timer)
  }, [state])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setState('copied')
    } catch {
      setState('refused')
    }
  }
  return <Button {...style} tone={tones[state]} text={texts[state]} onClick={() => void copy()} />
}
