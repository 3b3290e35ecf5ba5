import { Fieldset } from '@mantine/core'
import { deleteFile } from '#ground/files/model/index.ts'
import { loadFile, uploadForm } from '#ground/files/web/index.ts'
import { acceptedTypes, fileLimits } from '#kernel/model/fileTypes.ts'
import { ask } from '#kernel/web/api.ts'
import type { PartProps } from '#review/web/index.ts'
import { FileDrop } from '#ui/form/FileDrop.tsx'
import { fieldId, useFault, useFormActions, useFormParts } from '#ui/form/formContext.ts'
import type { Detail } from '../model/applications.ts'
import { upload } from '../model/calls.ts'
import { documentKinds, neededDocuments } from '../model/rules.ts'
import styles from './rentGap.module.css'

const endings = Object.keys(acceptedTypes).map((ending) => `.${ending}`)
const quiet = { quiet: true }

/** The places for the papers of an application; a new one is stored first. */
export function Papers({ detail, refresh, known }: PartProps<Detail> & { known: { current: Detail } }) {
  const { save } = useFormActions()
  const { id } = useFormParts()
  const fault = useFault('documents')
  const send = (documentType: string) => async (file: File) => {
    if (known.current.rentGapApplicationId === 0) await save()
    const params = { id: known.current.rentGapApplicationId }
    if (params.id === 0) throw new Error('The application could not be saved yet.')
    await ask(upload, { params, body: uploadForm({ documentType }, file) as never }, quiet)
    await refresh()
  }
  return (
    <Fieldset legend="Papers" id={fieldId(id, 'documents')} tabIndex={-1}>
      {fault && <p className={styles.fault}>{fault}</p>}
      <div className={styles.places}>
        {documentKinds.map((kind) => (
          <FileDrop
            key={kind}
            label={kind}
            required={neededDocuments.includes(kind)}
            endings={endings}
            maxBytes={fileLimits.bytes}
            files={detail.files
              .filter((file) => file.documentType === kind)
              .map((file) => ({ id: file.fileId, name: file.fileName, size: file.sizeBytes, type: file.contentType }))}
            upload={send(kind)}
            onRemove={async (file) => {
              await ask(deleteFile, { params: { id: Number(file.id) } }, quiet)
              await refresh()
            }}
            load={loadFile}
          />
        ))}
      </div>
    </Fieldset>
  )
}
