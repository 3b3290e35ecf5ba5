import { Fieldset } from '@mantine/core'
import { createUploadForm, RecordFiles } from '#core/platform/files/web/index.ts'
import { ask } from '#kernel/web/api.ts'
import { fieldId, useFault, useFormParts, useLabel } from '#ui/form/formContext.ts'
import type { ApplicationDetail } from '../model/applications.ts'
import { addAttachments, getAttachment, removeAttachment } from '../model/calls.ts'
import { getDocumentField } from '../model/rules.ts'
import { type DocumentType, documentTypes, requiredDocuments } from '../model/terms.ts'
import styles from './certification.module.css'

/** Loads the content of a document. Throws ApiError. */
async function loadContent(file: { id: number | string }): Promise<Blob> {
  const { fileBase64 } = await ask(getAttachment, { params: { id: Number(file.id) } }, { quiet: true })
  const [head = '', content = ''] = fileBase64.split(',')
  const type = /data:([^;]+)/.exec(head)?.[1] ?? ''
  return new Blob([Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0))], { type })
}

type Props = {
  detail: ApplicationDetail
  /**
   * Saves a new application first, so that documents can be attached. Returns its id, or 0 if saving failed.
   */
  store?: () => Promise<number>
  onChanged?: () => Promise<unknown>
}

/** A place for each kind of document. Without `onChanged` the documents are read-only. */
export function ApplicationDocuments(props: Props) {
  const visibleDocumentTypes = documentTypes.filter(
    (kind) => props.onChanged || props.detail.files.some((file) => file.documentType === kind),
  )
  return (
    <Fieldset legend="Documents">
      {visibleDocumentTypes.length === 0 && <p className={styles.plain}>No documents are attached.</p>}
      <div className={styles.places}>
        {visibleDocumentTypes.map((kind) => (
          <DocumentPlace key={kind} kind={kind} {...props} />
        ))}
      </div>
    </Fieldset>
  )
}

function DocumentPlace({ kind, detail, store, onChanged }: Props & { kind: DocumentType }) {
  const { id } = useFormParts()
  const path = `documents.${getDocumentField(kind)}`
  useLabel(path, kind)
  const fault = useFault(path)
  const upload = async (file: File) => {
    const applicationId = detail.managementCompanyAssetCertificationId || ((await store?.()) ?? 0)
    if (applicationId === 0) throw new Error('The application could not be saved yet.')
    const body = createUploadForm({ documentType: kind }, file)
    await ask(addAttachments, { params: { id: applicationId }, body }, { quiet: true })
  }
  return (
    <div id={fieldId(id, path)} tabIndex={-1}>
      <RecordFiles
        label={kind}
        kind={kind}
        required={requiredDocuments.includes(kind)}
        error={fault}
        files={detail.files}
        send={upload}
        remove={onChanged && ((fileId) => ask(removeAttachment, { params: { id: fileId } }, { quiet: true }))}
        onChanged={async () => onChanged?.()}
        load={loadContent}
        readOnly={!onChanged}
      />
      {detail.comingDocuments.includes(kind) && (
        <p className={styles.plain}>Comes along with the first save.</p>
      )}
    </div>
  )
}
