import type {Area} from '../Feature.ts'

const OFF = 'conformance/http/off.test.ts'

export const actions: Area = {
  title: 'HTTP: actions',
  introduction: '`POST /data/actions/:dataset`',
  file: 'src/documents/actions.test.ts',
  features: [
    ['`document.create`', 'yes', 'create starts a draft; a second one is refused or ignored, as asked'],
    ['`document.edit`', 'yes', 'edit starts a draft from what is published and leaves that alone'],
    ['`document.publish`', 'yes', 'edit and publish in one request publish the edit'],
    [
      'Publishing noted references',
      'yes',
      'publish makes noted references strong, and keeps those weak that the schema wants so',
    ],
    ['Revisions on publish', 'yes', 'publish checks the revisions that it was given'],
    ['`document.unpublish`', 'yes', 'unpublish turns the published document into a draft, unless there is one'],
    ['`document.discard`', 'yes', 'discard drops the draft, under both of its names'],
    ['`document.delete`', 'yes', 'delete takes the named drafts along'],
    ['`document.replaceDraft`', 'yes', 'replaceDraft puts an earlier content in place of the draft'],
    ['All or nothing', 'yes', 'one failing action undoes the whole request, and the error says which one'],
    ['`dryRun` of actions', 'yes', 'dryRun of actions writes nothing either', '', 'conformance/http/mutate.test.ts'],
    [
      '`document.version.create`, `document.version.replace`, `document.version.discard`, `document.version.unpublish`',
      'yes',
      'the versions of a release can be made, read as a stack, changed, marked for removal, and discarded',
      '',
      OFF,
    ],
    [
      'Ids of one action',
      'yes',
      'an action with ids that do not belong together is refused',
      'those of one document: its published id, its draft, its versions',
      'src/documents/immutable.test.ts',
    ],
    ['`release.*`', 'no', 'the action release.%s is refused by its name', 'see below', OFF],
    ['Other actions', 'no', 'an action that the lake does not know is a 400 that names it', 'variants, localization'],
  ],
}
