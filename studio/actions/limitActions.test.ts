import type {DocumentActionComponent, DocumentFieldAction, Path, SchemaType} from 'sanity'
import {expect, test} from 'vitest'
import {fixedDocumentList} from '../../sanity/fixedDocuments.ts'
import {limitActions, limitFieldActions, mayAskForReview} from './limitActions.ts'

const names = ['publish', 'schedule', 'unpublish', 'duplicate', 'delete', 'discardChanges', 'restore'] as const
const actions = names.map((action) => Object.assign((() => null) satisfies DocumentActionComponent, {action}))

function userWith(...roles: string[]) {
  const [role = 'marketer'] = roles
  return {id: 'u', name: 'U', email: '', role, roles: roles.map((name) => ({name, title: name}))}
}

function offered(schemaType: string, documentId?: string, ...roles: string[]) {
  const currentUser = userWith(...roles)
  return limitActions(actions, {schemaType, documentId, currentUser}).map(({action}) => action)
}

test('the fixed documents are the 50 pages, 4 products, 6 capabilities and 2 singletons', () => {
  const counts = Map.groupBy(fixedDocumentList, ({type}) => type)
  expect([...counts].map(([type, list]) => [type, list.length])).toEqual([
    ['page', 50],
    ['product', 4],
    ['capability', 6],
    ['siteSettings', 1],
    ['navigation', 1],
  ])
})

test.each(fixedDocumentList)(
  '$type $id can be published and restored, not duplicated, unpublished or deleted',
  ({type, id}) => {
    for (const documentId of [id, `drafts.${id}`, undefined]) {
      expect(offered(type, documentId)).toEqual(['publish', 'schedule', 'discardChanges', 'restore'])
    }
  },
)

test('claims, roles and modules keep every action', () => {
  for (const type of ['claim', 'role', 'productModule']) expect(offered(type, 'any')).toEqual([...names])
})

test('a stray page that belongs to no route can be deleted, and still not duplicated', () => {
  expect(offered('page', 'a-copy')).toEqual(names.filter((name) => name !== 'duplicate'))
})

test('who may publish may set a time for it; who may only draft may not', () => {
  for (const type of ['page', 'claim']) {
    for (const roles of [['administrator'], ['reviewer'], ['marketer'], ['contributor', 'marketer']]) {
      expect(offered(type, `${type}-a`, ...roles)).toContain('schedule')
    }
    expect(offered(type, `${type}-a`, 'contributor')).not.toContain('schedule')
    expect(offered(type, `${type}-a`, 'contributor')).toContain('publish')
  }
})

test.each([
  ['contributor', 'page', true],
  ['contributor', 'claim', true],
  ['marketer', 'page', false],
  ['marketer', 'claim', true],
  ['reviewer', 'claim', false],
  ['viewer', 'claim', false],
])('a %s may ask for a review of a %s that others are to publish: %s', (role, schemaType, expected) => {
  expect(mayAskForReview({schemaType, currentUser: userWith(role)})).toBe(expected)
})

/** Names of the entries that a menu shows, at a path of a document. */
function menuAt(documentType: string, path: Path): string[] {
  const entries: DocumentFieldAction[] = ['copyField', 'pasteField', 'openInStructure'].map((name) => ({
    name,
    useAction: () => ({type: 'action', title: name, onAction: () => undefined}),
  }))
  const schemaType: SchemaType = {name: documentType, jsonType: 'object', type: undefined, fields: []}
  const props = {documentId: 'any', documentType, path, schemaType}
  return limitFieldActions(entries, {documentType}).flatMap(({name, useAction}) =>
    useAction(props).hidden ? [] : [name],
  )
}

test('a page, product, capability or the settings cannot be replaced by a copy of another; their fields can', () => {
  for (const type of ['page', 'product', 'capability', 'siteSettings', 'navigation']) {
    expect(menuAt(type, [])).toEqual(['openInStructure'])
    expect(menuAt(type, ['title'])).toEqual(['copyField', 'pasteField', 'openInStructure'])
  }
  expect(menuAt('claim', [])).toEqual(['copyField', 'pasteField', 'openInStructure'])
})
