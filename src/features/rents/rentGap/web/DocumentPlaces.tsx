import { Fieldset } from '@mantine/core'
import { deleteFile } from '#core/platform/files/model/index.ts'
import { createUploadForm, RecordFiles } from '#core/platform/files/web/index.ts'
import type { PartProps } from '#engines/review/web/index.ts'
import { ask } from '#kernel/web/api.ts'
import { fieldId, useFault, useFormActions, useFormParts } from '#ui/form/formContext.ts'
import type { Detail } from '../model/applications.ts'
import { upload } from '../model/calls.ts'
import { documentKinds, requiredDocuments } from '../model/rules.ts'
import styles from './rentGap.module.css'

const quiet = { quiet: true }

/** The places to attach the documents of an application. A new application is saved first. */
export function DocumentPlaces({
  detail,
  refresh,
  known,
}: PartProps<Detail> & { known: { current: Detail } }) {
  const { save } = useFormActions()
  const { id } = useFormParts()
  const fault = useFault('documents')
  const send = (documentType: string) => async (file: File) => {
    if (known.current.rentGapApplicationId === 0) await save()
    const params = { id: known.current.rentGapApplicationId }
    if (params.id === 0) throw new Error('The application could not be saved yet.')
    await ask(upload, { params, body: createUploadForm({ documentType }, file) }, quiet)
  }
  return (
    <Fieldset legend="Documents" id={fieldId(id, 'documents')} tabIndex={-1}>
      {fault && <p className={styles.fault}>{fault}</p>}
      <div className={styles.places}>
        {documentKinds.map((kind) => (
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
