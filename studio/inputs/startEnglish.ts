import {type FormPatch, type Path, set, setIfMissing} from 'sanity'

/** Returns the patch that starts the English of a locale object from its Chinese. What a colleague has just begun to write stays. */
export function startEnglish({zh, en}: {zh?: unknown; en?: unknown}, at: Path = []): FormPatch {
  return en === undefined ? setIfMissing(zh, [...at, 'en']) : set(zh, [...at, 'en'])
}
