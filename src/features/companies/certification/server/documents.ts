import { getDocumentValues } from '#engines/review/server/index.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { type AnyContext, type Served, serve } from '#kernel/server/serve.ts'
import { addAttachments, getAttachment, removeAttachment } from '../model/calls.ts'
import { applications } from './applications.ts'

/** Loads a document of an application in scope, with the hash of its content. */
async function loadDocument(context: AnyContext, fileId: number) {
  const file = await context.db
    .selectFrom('file')
    .select(['fileName', 'contentType', 'contentHash'])
    .where('fileId', '=', fileId)
    .where('moduleName', '=', applications.kit.review.module)
    .executeTakeFirst()
  return file ?? refuse.notFound('This document')
}

/** The handlers that add, remove and read documents of an application. */
export const documentHandlers: Served[] = [
  {
    ...serve(addAttachments, (context) => {
      const { documentType, title = null } = context.body
      return applications.attach(context, context.params.id, documentType, null, title)
    }),
    standing: getDocumentValues(applications.kit),
  },
  serve(removeAttachment, (context) => applications.removeDocument(context, context.params.id)),
  serve(getAttachment, async (context) => {
    const { fileName, contentType, contentHash } = await loadDocument(context, context.params.id)
    const content = await context.services.files.get(contentHash)
    return { fileBase64: `data:${contentType};base64,${content.toString('base64')}`, fileName }
  }),
]
