import {AddIcon} from '@sanity/icons/Add'
import {Button, Card, Flex, Stack, Text} from '@sanity/ui'
import {type ObjectInputProps, PatchEvent, set, useFormValue} from 'sanity'
import {isObject} from '../../lib/json.ts'
import {claimTokens, figureWithUnit, fillStatement, formatFigure} from '../../sanity/claims/claimSentence.ts'
import {firstText} from '../../sanity/hasText.ts'
import {replaceTypedFigure} from '../../sanity/health/claimSentences.ts'
import {label} from '../../sanity/schema/support/bilingual.ts'
import {LocaleInput} from './LocaleInput.tsx'

const languages = {zh: '中文', en: 'English'} as const

/** A claim's statement, below it its rendered text, and buttons to insert tokens. */
export function StatementInput(props: ObjectInputProps) {
  const figure = useFormValue(['figure'])
  const unit = useFormValue(['unit'])
  const statement: Record<string, unknown> = isObject(props.value) ? props.value : {}
  return (
    <Stack gap={3}>
      <LocaleInput {...props} />
      {typeof figure === 'number' && (
        <Card border padding={3} radius={2} tone="transparent">
          <Stack gap={4}>
            <Text muted size={1}>
              {label('访客看到的句子：', 'What visitors read:')}
            </Text>
            {(['zh', 'en'] as const).map((locale) => (
              <Sentence
                key={locale}
                locale={locale}
                text={textOf(statement[locale])}
                quantity={{figure, unit: unitIn(unit, locale)}}
                onChange={props.readOnly ? undefined : (text) => props.onChange(PatchEvent.from(set(text, [locale])))}
              />
            ))}
          </Stack>
        </Card>
      )}
    </Stack>
  )
}

interface SentenceProps {
  locale: keyof typeof languages
  text: string
  quantity: {figure: number; unit: string}
  onChange: ((text: string) => void) | undefined
}

function Sentence({locale, text, quantity, onChange}: SentenceProps) {
  if (text.trim() === '') return null
  const hasToken = claimTokens.some((token) => text.includes(token))
  const replaced = replaceTypedFigure(text, quantity, {allowOtherValue: true})
  return (
    <Stack gap={3}>
      <Flex gap={3}>
        <Text muted size={1} style={{whiteSpace: 'nowrap'}}>
          {languages[locale]}
        </Text>
        <Text size={2} data-testid={`sentence-${locale}`}>
          {splitAtTokens(text).map((part, index) =>
            claimTokens.some((token) => token === part) ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have no other key
              <strong key={index}>{fillStatement(part, quantity)}</strong>
            ) : (
              part
            ),
          )}
        </Text>
      </Flex>
      {onChange && !hasToken && (
        <Flex gap={2} wrap="wrap">
          {replaced === undefined ? (
            <>
              <TokenButton
                text={label(
                  `加上 {figure}（${figureWithUnit(quantity)}）`,
                  `Add {figure} (${figureWithUnit(quantity)})`,
                )}
                testId={`add-figure-${locale}`}
                onClick={() => onChange(`${text} {figure}`)}
              />
              <TokenButton
                text={label(
                  `加上 {number}（${formatFigure(quantity.figure)}）`,
                  `Add {number} (${formatFigure(quantity.figure)})`,
                )}
                testId={`add-number-${locale}`}
                onClick={() => onChange(`${text} {number}`)}
              />
            </>
          ) : (
            <TokenButton
              text={label(
                `把手写的数字换成 ${tokenIn(replaced)}`,
                `Put ${tokenIn(replaced)} in place of the typed number`,
              )}
              testId={`use-figure-${locale}`}
              onClick={() => onChange(replaced)}
            />
          )}
        </Flex>
      )}
    </Stack>
  )
}

function TokenButton({text, testId, onClick}: {text: string; testId: string; onClick: () => void}) {
  return (
    <Button data-testid={testId} fontSize={1} icon={AddIcon} mode="ghost" onClick={onClick} padding={2} text={text} />
  )
}

function tokenIn(text: string): string {
  return claimTokens.find((token) => text.includes(token)) ?? ''
}

/** Splits a text at its tokens, and keeps them. */
function splitAtTokens(text: string): string[] {
  return text.split(/(\{figure\}|\{number\})/)
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function unitIn(unit: unknown, locale: 'zh' | 'en'): string {
  return (isObject(unit) && firstText(unit[locale], unit.zh)) || ''
}
