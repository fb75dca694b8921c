import {defaultTemplatesForSchema} from 'sanity'
import {expect, test} from 'vitest'
import {isFixedType} from '../../sanity/fixedDocuments.ts'
import {documents} from '../../sanity/schema/documents/index.ts'
import {compileSchema} from '../../sanity/schema/testing/compileSchema.ts'
import {clientOf} from '../../sanity/schema/testing/validate.ts'
import {limitNewDocuments, limitTemplates, moduleOfProduct} from './limitNewDocuments.ts'

const free = ['claim', 'productModule', 'role', 'scenario']

test('only claims, roles, modules and scenarios can be created', () => {
  expect(
    documents
      .map(({name}) => name)
      .filter((name) => !isFixedType(name))
      .toSorted(),
  ).toEqual(free)
  const templates = limitTemplates(defaultTemplatesForSchema(compileSchema()))
  expect([...new Set(templates.map(({schemaType}) => schemaType))].toSorted()).toEqual(free)
})

test('menus and reference pickers offer no fixed type', () => {
  const offered = limitNewDocuments(documents.map(({name}) => ({templateId: name})))
  expect(offered.map(({templateId}) => templateId).toSorted()).toEqual(free)
})

test('a module created in a product’s list belongs to that product, and comes last there', async () => {
  const module = (_id: string, product: string, order: number) => {
    return {_id, _type: 'productModule', order, product: {_ref: product}}
  }
  const getClient = () => clientOf([module('a', 'product-lims', 4), module('b', 'product-lqm', 9)])
  expect(await moduleOfProduct.value({product: 'product-lims'}, {getClient})).toEqual({
    product: {_type: 'reference', _ref: 'product-lims'},
    order: 5,
  })
})
