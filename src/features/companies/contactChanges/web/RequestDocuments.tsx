import { useQueryClient } from '@tanstack/react-query'
import { deleteFile, uploadFiles } from '#core/platform/files/model/index.ts'
import { createUploadForm, RecordFiles } from '#core/platform/files/web/index.ts'
import type { PartProps } from '#engines/review/web/index.ts'
import { ask } from '#kernel/web/api.ts'
import { fieldId, useFormParts } from '#ui/form/formContext.ts'
import { type RequestDetail, requests } from '../model/requests.ts'
import styles from './contacts.module.css'

/**
 * The documents of a property's request, for example those of a change of ownership. A company's request has
 * none.
 */
export function RequestDocuments({ detail, refresh }: PartProps<RequestDetail>) {
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
    <RecordFiles
      id={fieldId(formId, 'documents')}
      label="Documents"
      help="A change of general or limited partner needs the documents of the change of ownership."
      files={detail.files}
      send={(file) => {
        const subject = {
          moduleName: requests.module,
          moduleId,
          propertyId,
          documentType: 'Change of ownership',
        }
        return ask(uploadFiles, { body: createUploadForm(subject, file) }, { quiet: true })
      }}
      remove={(fileId) => ask(deleteFile, { params: { id: fileId } }, { quiet: true })}
      onChanged={changed}
    />
  )
}
