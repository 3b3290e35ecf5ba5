import { Fieldset, NativeSelect } from '@mantine/core'
import { deleteFile } from '#core/platform/files/model/index.ts'
import { createUploadForm, RecordFiles } from '#core/platform/files/web/index.ts'
import type { PartProps } from '#engines/review/web/index.ts'
import { ask } from '#kernel/web/api.ts'
import { fieldId, useFault, useFormActions, useFormParts } from '#ui/form/formContext.ts'
import { fileUploadTo, placeDocument } from '../model/calls.ts'
import type { FormDetail } from '../model/forms.ts'
import { OTHER_SLOT } from '../model/slots.ts'
import styles from './complianceForms.module.css'

const quiet = { quiet: true }

/** Returns the slots of documents that are not slots of the form. */
const getOtherSlots = ({ files, exhibit: { slots } }: FormDetail): string[] =>
  [...new Set(files.map((file) => file.documentType ?? OTHER_SLOT))].filter(
    (name) => !slots.some((slot) => slot.name === name),
  )

/** The slots for the documents of a form. Files dropped on "All at once" are assigned by their names. */
export function FormDocuments({
  detail,
  refresh,
  known,
}: PartProps<FormDetail> & { known: { current: FormDetail } }) {
  const { save } = useFormActions()
  const { id } = useFormParts()
  const fault = useFault('documents')
  const send = (documentType: string | null) => async (file: File) => {
    if (known.current.projectExhibitId === 0) await save()
    const { propertyId, exhibitId, projectExhibitId } = known.current
    if (projectExhibitId === 0) throw new Error('The form could not be saved yet.')
    const body = createUploadForm(documentType ? { documentType } : {}, file)
    await ask(fileUploadTo, { params: { projectId: propertyId, exhibitId, projectExhibitId }, body }, quiet)
  }
  const { slots } = detail.exhibit
  const otherSlots = getOtherSlots(detail)
  const places = [...slots, ...otherSlots.map((name) => ({ name, required: false }))]
  const remove = (fileId: number) => ask(deleteFile, { params: { id: fileId } }, quiet)
  return (
    <Fieldset legend="Documents" id={fieldId(id, 'documents')} tabIndex={-1}>
      {fault && <p className={styles.fault}>{fault}</p>}
      {slots.length > 1 && (
        <RecordFiles
          label="All at once"
          help="Drop every document here: each finds its place by its name."
          files={[]}
          send={send(null)}
          onChanged={refresh}
        />
      )}
      <div className={styles.places}>
        {places.map(({ name, required }) => (
          <div key={name}>
            <RecordFiles
              label={name}
              kind={name}
              required={required}
              files={detail.files}
              remove={remove}
              send={send(name)}
              onChanged={refresh}
            />
            <RejectionComments detail={detail} place={name} />
            {otherSlots.includes(name) && (
              <UnassignedDocuments detail={detail} place={name} onPlaced={refresh} />
            )}
          </div>
        ))}
      </div>
    </Fieldset>
  )
}

type UnplacedProps = {
  detail: FormDetail
  place: string
  onPlaced: () => Promise<unknown>
}

/**
 * A choice of the slot for each document that could not be assigned by its name, or whose slot was removed
 * from the form.
 */
function UnassignedDocuments({ detail, place, onPlaced }: UnplacedProps) {
  const { slots } = detail.exhibit
  if (slots.length === 0) return null
  const files = detail.files.filter((file) => (file.documentType ?? OTHER_SLOT) === place)
  const put = async (fileId: number, documentType: string) => {
    await ask(placeDocument, { params: { fileId }, body: { documentType } })
    await onPlaced()
  }
  return files.map(({ fileId, fileName }) => (
    <NativeSelect
      key={fileId}
      label={`Where does ${fileName} belong?`}
      value=""
      data={[{ value: '', label: 'Choose its place' }, ...slots.map((slot) => slot.name)]}
      onChange={({ currentTarget }) => void put(fileId, currentTarget.value).catch(() => undefined)}
    />
  ))
}

/** The agency's comments on the documents of a slot, shown until they are replaced. */
function RejectionComments({
  detail: { files, rejectedDocuments },
  place,
}: {
  detail: FormDetail
  place: string
}) {
  const comments = rejectedDocuments.flatMap(({ fileId, comment }) => {
    const file = files.find((file) => file.fileId === fileId && file.documentType === place)
    return file
      ? [
          {
            fileId,
            words: `${file.fileName}: ${comment} Upload a better one; this one stays as its earlier version.`,
          },
        ]
      : []
  })
  return comments.map(({ fileId, words }) => (
    <p key={fileId} className={styles.comment}>
      {words}
    </p>
  ))
}
