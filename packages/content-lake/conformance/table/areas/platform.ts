import type {Area} from '../Feature.ts'

export const platform: Area = {
  title: 'HTTP: platform',
  introduction: '',
  file: 'src/platform/platform.test.ts',
  features: [
    [
      '`/access/project/…/users`',
      'partly',
      'tells the App SDK who is in it, and who somebody is, without addresses',
      'reading',
    ],
    ['`/users`, `/users/me/keyvalue`', 'partly', 'know who asks', 'reading; values of one user'],
    ['`/projects`, `acl`, `grants`, `features`', 'partly', 'is described as the Studio needs it', 'reading'],
    [
      '`/datasets/…/settings/embeddings`',
      'partly',
      'has a dataset that has no embeddings, and can be given none',
      'reading: off, as of a hosted dataset without them',
    ],
    [
      'Users, roles, `acl`',
      'partly',
      'the Studio is told who it is, with which roles and grants',
      'those of a file; managing them is not part of the API',
      'src/roles/reading.test.ts',
    ],
    [
      'Grants for changes',
      'yes',
      'is a 403 of the hosted shape that names message, role, document and fields',
      'and refusals of single fields, which hosted Sanity has not',
      'src/roles/roles.test.ts',
    ],
    [
      'Grants for reading',
      'yes',
      'sees what is published in its place: %s',
      'queries, documents, listeners, live events, history, exports, presence, and what changes answer',
      'src/roles/reading.test.ts',
    ],
    [
      'Comments: `/comments/…/setup`, the dataset that it names',
      'yes',
      'another person hears of a comment at once, answers, reacts and resolves it; its author deletes the thread',
      'always there; mentions send no mail',
      'src/comments/comments.test.ts',
    ],
    [
      'Who may comment',
      'partly',
      'nobody changes or deletes the words of others, or writes or reacts in their name',
      "the lake's own rules; for people who may read everything",
      'src/comments/comments.test.ts',
    ],
    ['`/auth`', 'partly', 'gives a cookie, and a code that is good for one session', "the lake's own sign-in"],
    [
      '`/ping`, `/check/cors`, `/intake`, `/journey`, `/schedules`, `/access/requests/me`',
      'partly',
      'answer so that the Studio stays quiet',
      'polite stubs',
    ],
    [
      'Scheduling, GraphQL, AI, media libraries, backups, tokens, origins, hooks, stored schemas, more datasets',
      'no',
      '%s is a 404 that names the path, and what to do about it',
      'switch scheduling and AI off in the Studio',
      'conformance/http/off.test.ts',
    ],
  ],
}
