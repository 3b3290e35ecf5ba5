import { createUploadForm, RecordFiles } from '#core/platform/files/web/index.ts'
import type { PartProps } from '#engines/review/web/index.ts'
import { ask } from '#kernel/web/api.ts'
import { addDocument, removeClaimDocument } from '../model/calls.ts'
import { type ClaimDetail, claimDocumentTypes } from '../model/claims.ts'
import styles from './claim.module.css'

const quiet = { quiet: true }

/** The photos and papers of a claim. They can be added until it ends, and removed while it is a draft. */
export function ClaimDocuments({ detail, refresh }: PartProps<ClaimDetail>) {
  const { insuranceClaimId: id, canEdit, files } = detail
  return (
    <div className={styles.places}>
      {claimDocumentTypes.map((kind) => (
        <RecordFiles
          key={kind}
          label={kind}
          kind={kind}
          files={files}
          send={(file) =>
            ask(addDocument, { params: { id }, body: createUploadForm({ documentType: kind }, file) }, quiet)
          }
          remove={
            canEdit ? (fileId) => ask(removeClaimDocument, { params: { id: fileId } }, quiet) : undefined
          }
          onChanged={refresh}
        />
      ))}
    </div>
  )
}
