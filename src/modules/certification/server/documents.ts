import { attachFiles, removeFile } from '#ground/files/server/index.ts'
import { isAgencyWriter } from '#kernel/model/access.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { canEdit } from '#kernel/model/workflow.ts'
import { type AnyContext, type Served, serve } from '#kernel/server/serve.ts'
import { lockRow } from '#kernel/server/workflow.ts'
import { addAttachments, getAttachment, removeAttachment } from '../model/calls.ts'
import { ManagementCompanyAssetCertification } from '../model/entities.ts'
import { CERTIFIED, flow } from '../model/flow.ts'
import type { ApplicationRow } from '../model/rules.ts'
import { MODULE, shownFile } from './detail.ts'

/** Locks the application for a change of its papers: the company while it writes, the agency until it is decided. */
async function openForDocuments(context: AnyContext, applicationId: number): Promise<ApplicationRow> {
  const row = await lockRow<ApplicationRow>(context, ManagementCompanyAssetCertification, applicationId)
  const open = canEdit(flow, row, context.actor) || (isAgencyWriter(context.actor) && row.statusId < CERTIFIED)
  return open ? row : refuse.conflict('The documents of a submitted application can no longer be changed here.')
}

/** A paper of an application in scope, with where its content lies. */
async function paper(context: AnyContext, fileId: number) {
  const found = await context.db
    .selectFrom('file')
    .select(['moduleId', 'fileName', 'contentType', 'contentHash'])
    .where('fileId', '=', fileId)
    .where('moduleName', '=', MODULE)
    .executeTakeFirst()
  return found ?? refuse.notFound('This document')
}

export const documentHandlers: Served[] = [
  serve(addAttachments, async (context) => {
    const { id } = context.params
    if (context.uploads.length === 0) refuse.invalid([{ field: 'file', message: 'Choose a file.' }])
    const { managementCompanyId } = await openForDocuments(context, id)
    const { documentType } = context.body
    const details = { moduleName: MODULE, moduleId: id, managementCompanyId, documentType }
    return (await attachFiles(context, details, context.uploads)).map(shownFile)
  }),

  serve(removeAttachment, async (context) => {
    const { moduleId } = await paper(context, context.params.id)
    await openForDocuments(context, moduleId ?? 0)
    await removeFile(context, context.params.id)
    return true
  }),

  serve(getAttachment, async (context) => {
    const { fileName, contentType, contentHash } = await paper(context, context.params.id)
    const content = await context.services.files.get(contentHash)
    return { fileBase64: `data:${contentType};base64,${content.toString('base64')}`, fileName }
  }),
]
