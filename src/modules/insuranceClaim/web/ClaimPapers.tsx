import { loadFile, uploadForm } from '#ground/files/web/index.ts'
import { acceptedTypes, fileLimits } from '#kernel/model/fileTypes.ts'
import { ask } from '#kernel/web/api.ts'
import type { PartProps } from '#review/web/index.ts'
import { FileDrop } from '#ui/form/FileDrop.tsx'
import { addDocument, removeClaimDocument } from '../model/calls.ts'
import { claimDocuments, type Detail } from '../model/claims.ts'
import styles from './claim.module.css'

const endings = Object.keys(acceptedTypes).map((ending) => `.${ending}`)
const quiet = { quiet: true }

/** The photos and papers of a claim: added until it ends, taken away while it is written. */
export function ClaimPapers({ detail, refresh }: PartProps<Detail>) {
  const place = (documentType: string) => {
    const own = detail.files.filter((file) => file.documentType === documentType)
    return (
      <FileDrop
        key={documentType}
        label={documentType}
        endings={endings}
        maxBytes={fileLimits.bytes}
        files={own.map((file) => ({
          id: file.fileId,
          name: file.fileName,
          size: file.sizeBytes,
          type: file.contentType,
        }))}
        upload={async (file) => {
          const body = uploadForm({ documentType }, file) as never
          await ask(addDocument, { params: { id: detail.insuranceClaimId }, body }, quiet)
          await refresh()
        }}
        {...(detail.canEdit && {
          onRemove: async (file: { id: number | string }) => {
            await ask(removeClaimDocument, { params: { id: Number(file.id) } }, quiet)
            await refresh()
          },
        })}
        load={loadFile}
      />
    )
  }
  return <div className={styles.places}>{claimDocuments.map(place)}</div>
}
