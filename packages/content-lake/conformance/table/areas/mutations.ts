import type {Area} from '../Feature.ts'

const MUTATE = 'conformance/http/mutate.test.ts'
const TRANSACTIONS = 'src/documents/transactions.test.ts'

export const mutations: Area = {
  title: 'HTTP: mutations and transactions',
  introduction: '`POST /data/mutate/:dataset`',
  file: 'src/documents/mutations.test.ts',
  features: [
    ['`create`', 'yes', 'create stores the document and fills in id, revision and times'],
    ['`createIfNotExists`', 'yes', 'createIfNotExists leaves an existing document as it is'],
    ['`createOrReplace`', 'yes', 'createOrReplace replaces everything but the time of creation'],
    [
      '`_createdAt`',
      'yes',
      'a document may say when it was created, by a time with its zone and by nothing else',
      'kept in UTC; `_updatedAt` and `_rev` are always those of the transaction',
      MUTATE,
    ],
    [
      '`delete`',
      'yes',
      'delete by id removes the document and returns it; deleting it again is no error',
      'by id, ids or query; with `purge` refused',
    ],
    [
      '`patch`',
      'yes',
      'patch by query edits all that it selects',
      'by id, ids or query',
      'src/documents/patches.test.ts',
    ],
    [
      'Queries that take long',
      'partly',
      'a costly query selects all the same, and only what its sender sees then',
      'evaluated a moment before the transaction, in which it has to come first',
      'src/documents/slowSelection.test.ts',
    ],
    ['`autoGenerateArrayKeys`', 'yes', 'autoGenerateArrayKeys gives keys to objects in arrays'],
    [
      '`returnIds`',
      'yes',
      'returnIds: the answer names each mutation with its document and what it did',
      'ids are there without it too',
      MUTATE,
    ],
    [
      '`returnDocuments`',
      'yes',
      'returnDocuments: the answer has the documents as the transaction left them, and what was deleted',
      '',
      MUTATE,
    ],
    ['`visibility`', 'yes', 'visibility %s: the next query sees the change', 'all three are as `sync`', MUTATE],
    [
      '`dryRun`',
      'yes',
      'dryRun, in the address or the body, answers and refuses like the real thing and writes nothing',
      '',
      MUTATE,
    ],
    [
      'Options that cannot be understood',
      'partly',
      '%s%s %j: an option that cannot be understood is refused, and nothing is written',
      'only `true` and `false`; unknown ones are ignored',
      MUTATE,
    ],
    ['All or nothing', 'yes', 'when one mutation of many is refused, none is applied', '', MUTATE],
    [
      '`transactionId`',
      'yes',
      'a transaction keeps the id that the client gave it, and no other may have it',
      'in the body or the address',
      TRANSACTIONS,
    ],
    [
      'Repeated transactions',
      'yes',
      'a transaction that is sent again, because its answer was lost, is answered as before and applied once',
      '',
      TRANSACTIONS,
    ],
    ['Concurrent edits', 'yes', 'ifRevisionID lets one of ten editors through', '', MUTATE],
  ],
}
