import { Fieldset } from '@mantine/core'
import { createUploadForm, RecordFiles } from '#core/platform/files/web/index.ts'
import type { PartProps } from '#engines/review/web/index.ts'
import { ask } from '#kernel/web/api.ts'
import { fieldId, useFault, useFormParts } from '#ui/form/formContext.ts'
import { addDocument, type CompletionDetail, documentKinds, removeDocument } from '../model/completions.ts'
import styles from './completion.module.css'

const quiet = { quiet: true }
const help: Readonly<Record<string, string>> = {
  Check: 'Where the property has paid.',
  'W-9': 'Where the agency is to pay a vendor whose W-9 it does not have.',
}

/** The documents of a completion, with a place to upload each type. */
export const CompletionDocuments = (part: PartProps<CompletionDetail>) => (
  <Fieldset legend="Documents">
    <div className={styles.places}>
      {documentKinds.map((kind) => (
        <DocumentPlace key={kind} kind={kind} {...part} />
      ))}
    </div>
  </Fieldset>
)

function DocumentPlace({ kind, detail, refresh }: PartProps<CompletionDetail> & { kind: string }) {
  const { id } = useFormParts()
  const path = `documents.${kind}`
  const fault = useFault(path)
  const params = { id: detail.replacementReserveCompletionId }
  return (
    <div id={fieldId(id, path)} tabIndex={-1}>
      <RecordFiles
        label={kind}
        kind={kind}
        {...(help[kind] ? { help: help[kind] } : {})}
        error={fault}
        files={detail.files}
        send={(file) =>
          ask(addDocument, { params, body: createUploadForm({ documentType: kind }, file) }, quiet)
        }
        remove={(fileId) => ask(removeDocument, { params: { id: fileId } }, quiet)}
        onChanged={refresh}
      />
    </div>
  )
}
