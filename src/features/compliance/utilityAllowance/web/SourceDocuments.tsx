import { Fieldset } from '@mantine/core'
import { deleteFile } from '#core/platform/files/model/index.ts'
import { createUploadForm, RecordFiles } from '#core/platform/files/web/index.ts'
import type { PartProps } from '#engines/review/web/index.ts'
import { ask } from '#kernel/web/api.ts'
import { fieldId, useFault, useFormActions, useFormParts } from '#ui/form/formContext.ts'
import type { AllowanceDetail } from '../model/allowances.ts'
import { attachDocument } from '../model/calls.ts'
import { type AllowanceRowResult, getRequiredDocuments } from '../model/rows.ts'
import styles from './utilityAllowance.module.css'

const quiet = { quiet: true }
type Props = PartProps<AllowanceDetail> & {
  known: { current: AllowanceDetail }
  rows: readonly AllowanceRowResult[]
}

/** A place to upload the document of each source that requires one. An unsaved record is saved first. */
export function SourceDocuments({ detail, refresh, known, rows }: Props) {
  const { save } = useFormActions()
  const { id } = useFormParts()
  const fault = useFault('documents')
  const requiredDocuments = getRequiredDocuments(rows, detail)
  const filed = detail.files.flatMap(({ documentType }) => (documentType ? [documentType] : []))
  const kinds = [...new Set([...requiredDocuments, ...filed])]
  if (kinds.length === 0) return null
  const send = (documentType: string) => async (file: File) => {
    if (known.current.utilityAllowanceId === 0) await save()
    const params = { id: known.current.utilityAllowanceId }
    if (params.id === 0) throw new Error('The allowances could not be saved yet.')
    await ask(attachDocument, { params, body: createUploadForm({ documentType }, file) }, quiet)
  }
  return (
    <Fieldset legend="What shows the allowances" id={fieldId(id, 'documents')} tabIndex={-1}>
      {fault && <p className={styles.over}>{fault}</p>}
      <div className={styles.places}>
        {kinds.map((kind) => (
          <RecordFiles
            key={kind}
            label={kind}
            kind={kind}
            required={requiredDocuments.includes(kind)}
            files={detail.files}
            send={send(kind)}
            remove={(fileId) => ask(deleteFile, { params: { id: fileId } }, quiet)}
            onChanged={refresh}
          />
        ))}
      </div>
    </Fieldset>
  )
}
