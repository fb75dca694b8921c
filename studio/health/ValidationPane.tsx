import {Box, Card, Flex, Stack, Text} from '@sanity/ui'
import {
  type DocumentInspector,
  type DocumentInspectorProps,
  mergeParseErrors,
  pathToString,
  useParseErrors,
  useSchema,
  useTranslation,
} from 'sanity'
import {DocumentInspectorHeader, useDocumentPane} from 'sanity/structure'
import {label} from '../../sanity/schema/support/bilingual.ts'
import {FieldLink} from '../focus/FieldLink.tsx'
import {describePath} from './describePath.ts'
import {distinctMarkers} from './distinctMarkers.ts'
import {fieldPath} from './fieldPath.ts'

const tones = {error: 'critical', warning: 'caution', info: 'primary'} as const

/** The findings of a document's fields, in the words of the publish dialog: each once, items by number. */
function ValidationPane({onClose}: DocumentInspectorProps) {
  const schema = useSchema()
  const {t} = useTranslation('validation')
  const {documentId: id, validation, value} = useDocumentPane()
  const markers = distinctMarkers(mergeParseErrors(validation, useParseErrors()))
  return (
    <Flex direction="column" height="fill" overflow="hidden">
      <DocumentInspectorHeader
        as="header"
        closeButtonLabel={t('panel.close-button-aria-label')}
        flex="none"
        onClose={onClose}
        title={t('panel.title')}
      />
      <Box flex={1} overflow="auto" padding={3}>
        {markers.length === 0 && (
          <Text muted size={1}>
            {t('panel.no-errors-message')}
          </Text>
        )}
        <Stack as="ul" data-testid="validation-list" gap={2}>
          {markers.map(({level, message, path}) => {
            const place = pathToString(path)
            const to = {id, type: value._type, path: fieldPath(schema, value, place)}
            return (
              <Card as="li" border key={`${place} ${message}`} padding={3} radius={2} tone={tones[level]}>
                <Stack gap={3}>
                  <Text size={1} weight="medium">
                    <FieldLink {...to}>
                      {describePath(schema, value, place) || label('整份文档', 'The whole document')}
                    </FieldLink>
                  </Text>
                  <Text size={1}>{message}</Text>
                </Stack>
              </Card>
            )
          })}
        </Stack>
      </Box>
    </Flex>
  )
}

/** Replaces Sanity's validation pane, which neither numbers items nor leaves out repetitions. */
export function withValidationPane(inspectors: DocumentInspector[]): DocumentInspector[] {
  return inspectors.map((inspector) =>
    inspector.name === 'sanity/structure/validation' ? {...inspector, component: ValidationPane} : inspector,
  )
}
