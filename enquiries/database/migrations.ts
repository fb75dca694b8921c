import type {Kysely} from 'kysely'
import type {Migration} from 'kysely/migration'

/** Oldest first. Never change a released migration: add another. It only adds, as a rollback leaves it in place. */
export const migrations: Record<string, Migration> = {
  '2026-11-21-enquiries': {
    async up(database: Kysely<unknown>) {
      const {schema} = database
      await schema
        .createTable('enquiries')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('createdAt', 'bigint', (column) => column.notNull())
        .addColumn('changedAt', 'bigint', (column) => column.notNull())
        .addColumn('status', 'text', (column) => column.notNull())
        .addColumn('note', 'text', (column) => column.notNull().defaultTo(''))
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('company', 'text', (column) => column.notNull())
        .addColumn('department', 'text', (column) => column.notNull())
        .addColumn('position', 'text', (column) => column.notNull())
        .addColumn('phone', 'text', (column) => column.notNull())
        .addColumn('phoneNumber', 'text', (column) => column.notNull())
        .addColumn('mail', 'text', (column) => column.notNull())
        .addColumn('message', 'text', (column) => column.notNull())
        .addColumn('interest', 'text', (column) => column.notNull())
        .addColumn('interestName', 'text', (column) => column.notNull())
        .addColumn('page', 'text', (column) => column.notNull())
        .addColumn('locale', 'text', (column) => column.notNull())
        .addColumn('privacyVersion', 'text', (column) => column.notNull())
        .execute()
      await schema.createIndex('enquiriesByTime').on('enquiries').columns(['createdAt', 'id']).execute()

      await schema
        .createTable('submissionKeys')
        .addColumn('key', 'text', (column) => column.primaryKey())
        .addColumn('enquiryId', 'text', (column) => column.notNull().references('enquiries.id').onDelete('cascade'))
        .execute()
      await schema.createIndex('submissionKeysByEnquiry').on('submissionKeys').column('enquiryId').execute()

      await schema
        .createTable('deliveries')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('enquiryId', 'text', (column) => column.notNull().references('enquiries.id').onDelete('cascade'))
        .addColumn('sink', 'text', (column) => column.notNull())
        .addColumn('state', 'text', (column) => column.notNull())
        .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
        .addColumn('createdAt', 'bigint', (column) => column.notNull())
        .addColumn('nextAt', 'bigint', (column) => column.notNull())
        .addColumn('lease', 'text')
        .addColumn('leasedUntil', 'bigint', (column) => column.notNull().defaultTo(0))
        .addColumn('problem', 'text')
        .execute()
      await schema.createIndex('deliveriesDue').on('deliveries').columns(['state', 'nextAt']).execute()
      await schema.createIndex('deliveriesByEnquiry').on('deliveries').column('enquiryId').execute()

      await schema
        .createTable('rateLimits')
        .addColumn('bucket', 'text', (column) => column.primaryKey())
        .addColumn('arrival', 'bigint', (column) => column.notNull())
        .execute()
      await schema
        .createTable('secrets')
        .addColumn('name', 'text', (column) => column.primaryKey())
        .addColumn('value', 'text', (column) => column.notNull())
        .addColumn('createdAt', 'bigint', (column) => column.notNull())
        .execute()
    },
  },
  '2026-11-28-reached': {
    async up({schema}: Kysely<unknown>) {
      await schema
        .alterTable('deliveries')
        .addColumn('reached', 'text', (column) => column.notNull().defaultTo(''))
        .execute()
    },
  },
}
