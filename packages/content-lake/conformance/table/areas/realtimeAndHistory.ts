import type {Area} from '../Feature.ts'

const HISTORY = 'src/history/history.test.ts'

export const realtimeAndHistory: Area = {
  title: 'HTTP: documents, realtime, history, datasets',
  introduction: '',
  file: 'src/listen/listen.test.ts',
  features: [
    [
      '`GET /data/doc`',
      'yes',
      'anonymous visitors see published documents with undotted ids in every perspective they may use',
      '',
      'src/query/query.test.ts',
    ],
    [
      '`GET /data/listen`',
      'yes',
      'welcomes first, then tells of a creation, an edit and a deletion as one chain of revisions',
    ],
    ['Filters of listeners', 'yes', 'two listeners each hear of what enters, stays in and leaves their own filter'],
    [
      'Costly listeners',
      'partly',
      'costly listeners of strangers are cut off, and hold up neither cheap ones nor those of people',
      'a transaction has so much time for all listeners; without a token `author` and `identity` of an event are empty',
      'src/listen/costlyListeners.test.ts',
    ],
    ['Resuming a listener', 'yes', 'a listener that comes back is told what it has missed, or to start anew'],
    ['Effects (Mendoza)', 'yes', 'effects lead from one state to the next and back, both without _rev'],
    [
      '`GET /data/live/events`',
      'yes',
      'a commit names a tag that the query on the document carries, and a query on another type does not',
      '',
      'src/listen/live.test.ts',
    ],
    [
      '`/socket`',
      'partly',
      'a Studio hears who asks, where others are, and when they leave',
      'presence',
      'src/presence/presence.test.ts',
    ],
    [
      '`GET /data/history/…/documents`',
      'yes',
      'answers with the document that a revision wrote, so that it can be restored',
      '',
      HISTORY,
    ],
    [
      '`GET /data/history/…/transactions`',
      'yes',
      'the transaction log replays to the present document and back to nothing',
      '',
      HISTORY,
    ],
    [
      '`GET /data/history/…/events`',
      'yes',
      'lists the events of a life, newest first, without the plain edits',
      '',
      HISTORY,
    ],
    [
      'Compaction of old edits',
      'yes',
      'merges the keystrokes of a sitting into the last, and keeps creation, publication and what came before',
      'those of one author within five minutes, after a day unless told otherwise',
      'src/history/compaction.test.ts',
    ],
    [
      'Restoring across compaction',
      'yes',
      'leaves every revision that an event names as it was, so that it can be restored',
      '',
      'src/history/compaction.test.ts',
    ],
    [
      '`GET /data/export`',
      'yes',
      'content moves between lakes through the official tools without loss',
      '',
      'src/dataset/roundTrip.test.ts',
    ],
    [
      '`GET /data/references`',
      'partly',
      'answer so that the Studio stays quiet',
      'always none: for references from other datasets',
      'src/platform/platform.test.ts',
    ],
    [
      'Webhooks',
      'yes',
      'is signed and labelled as hosted Sanity does it',
      'configured where the lake is started',
      'src/webhooks/webhooks.test.ts',
    ],
  ],
}
