import {ClientError, type SanityClient} from '@sanity/client'
import type {SanityDocument} from 'sanity'
import {publishedId} from '../../sanity/health/contentDocuments.ts'
import {refusedField, uniqueFields} from '../../sanity/roles/uniqueFields.ts'
import {label} from '../../sanity/schema/support/bilingual.ts'
import type {PublishProblem} from './publishDecision.ts'

/**
 * Asks the content API whether it would publish a draft, and returns what it objects to. It knows more than the Studio,
 * such as the names that deleted scenarios keep. Rejects if it does not answer.
 */
export async function rehearsePublish(client: SanityClient, draft: SanityDocument): Promise<PublishProblem[]> {
  const documentId = publishedId(draft._id)
  try {
    await client.action(
      {actionType: 'sanity.action.document.publish', draftId: draft._id, publishedId: documentId},
      {dryRun: true},
    )
    return []
  } catch (error) {
    if (!(error instanceof ClientError)) throw error
    const {path, sentence} = reasonOf(error, draft._type)
    return [{documentId: draft._id, documentType: draft._type, path, sentence}]
  }
}

/** Returns the error in the editor's language where it is about a field that must be unique, or else whom to tell about it. */
function reasonOf(error: ClientError, type: string): {path: string; sentence: string} {
  const field = refusedField(error)
  const rule = uniqueFields.find((candidate) => candidate.type === type && field && candidate.fields.includes(field))
  return rule && field
    ? {path: field, sentence: label(rule.refusal.zh, rule.refusal.en)}
    : {
        path: '',
        sentence: label(
          `服务器不接受这份草稿，所以不能发布。请把原因告诉管理员：${error.message}`,
          `The server does not accept this draft, so it cannot be published. Tell an administrator the reason: ${error.message}`,
        ),
      }
}
