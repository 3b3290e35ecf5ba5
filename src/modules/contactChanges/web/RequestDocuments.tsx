import { useQueryClient } from '@tanstack/react-query'
import { deleteFile, uploadFiles } from '#ground/files/model/index.ts'
import { loadFile, uploadForm } from '#ground/files/web/index.ts'
import { acceptedTypes, fileLimits } from '#kernel/model/fileTypes.ts'
import { ask } from '#kernel/web/api.ts'
import type { PartProps } from '#review/web/index.ts'
import { FileDrop } from '#ui/form/FileDrop.tsx'
import { fieldId, useFormParts } from '#ui/form/formContext.ts'
import { type Detail, requests } from '../model/requests.ts'
import styles from './contacts.module.css'

const endings = Object.keys(acceptedTypes).map((ending) => `.${ending}`)

/** The documents of a property's request, such as those of a change of ownership. A company's request keeps none. */
export function RequestDocuments({ detail, refresh }: PartProps<Detail>) {
  const client = useQueryClient()
  const { id: formId } = useFormParts()
  const { propertyId, contactChangeRequestId: moduleId } = detail
  if (propertyId === null) return null
  if (moduleId === 0) return <p className={styles.note}>Documents can be added once the request is saved.</p>
  const changed = async () => {
    await refresh()
    await client.invalidateQueries({ queryKey: ['files'] })
  }
  return (
    <FileDrop
      id={fieldId(formId, 'documents')}
      label="Documents"
      help="A change of general or limited partner needs the documents of the change of ownership."
      endings={endings}
      maxBytes={fileLimits.bytes}
      files={detail.files.map(({ fileId, fileName, sizeBytes, contentType }) => ({
        id: fileId,
        name: fileName,
        size: sizeBytes,
        type: contentType,
      }))}
      upload={async (file) => {
        const subject = { moduleName: requests.module, moduleId, propertyId, documentType: 'Change of ownership' }
        await ask(uploadFiles, { body: uploadForm(subject, file) as never }, { quiet: true })
        await changed()
      }}
      onRemove={async (file) => {
        await ask(deleteFile, { params: { id: Number(file.id) } }, { quiet: true })
        await changed()
      }}
      load={loadFile}
    />
  )
}
