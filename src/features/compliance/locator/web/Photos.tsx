import { Button, Fieldset, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { z } from 'zod'
import { createUploadForm } from '#core/platform/files/web/index.ts'
import type { PartProps } from '#engines/review/web/index.ts'
import { fileLimits } from '#kernel/model/fileTypes.ts'
import { plural } from '#kernel/model/formats.ts'
import { ask } from '#kernel/web/api.ts'
import { getField } from '#ui/form/Field.tsx'
import { FileDrop } from '#ui/form/FileDrop.tsx'
import { fieldId, useFault, useFormActions, useFormParts } from '#ui/form/formContext.ts'
import { RecordDialog } from '#ui/form/RecordDialog.tsx'
import { smallerPicture } from '#ui/form/smallerPicture.ts'
import { deletePhoto, photos as photoCalls, uploadPhotos } from '../model/calls.ts'
import { AHLPhoto, type Photo, photoTitles } from '../model/entities.ts'
import type { ListingDetail } from '../model/listings.ts'
import styles from './locator.module.css'
import { describePhoto, Picture } from './Picture.tsx'

const quietOption = { quiet: true }
const descriptionSchema = z.object({ title: AHLPhoto.fields.title, caption: AHLPhoto.fields.caption })

const Field = getField(descriptionSchema)

const titleOptions = photoTitles.map((title) => ({ value: title, label: title }))

type PhotosProps = PartProps<ListingDetail> & { known: { current: ListingDetail } }

/** The photos of a draft listing: each with its description and refusal, and the upload of new ones. */
export function Photos({ detail, refresh, known }: PhotosProps) {
  const { save } = useFormActions()
  const { id } = useFormParts()
  const fault = useFault('photos')
  const [title, setTitle] = useState<Photo['title']>(photoTitles[0])
  const { photos, mostPhotos } = detail
  const room = Math.max(0, mostPhotos - photos.length)
  const send = async (file: File) => {
    const smaller = await smallerPicture(file, detail.longestSide)
    if (known.current.ahlId === 0) await save()
    const { ahlId, propertyId } = known.current
    if (ahlId === 0) throw new Error('the listing could not be saved yet.')
    const parts = { params: { propertyId }, body: createUploadForm({ title }, smaller) }
    await ask(uploadPhotos, parts, quietOption)
    await refresh()
  }
  return (
    <Fieldset legend="Photos" id={fieldId(id, 'photos')} tabIndex={-1}>
      {fault && <p className={styles.refused}>{fault}</p>}
      <DraftPhotos photos={photos} refresh={refresh} />
      {room === 0 ? (
        <p className={styles.quiet}>There are {mostPhotos} photos, and no more are taken.</p>
      ) : (
        <>
          <NativeSelect
            label="What the next photos show"
            value={title}
            onChange={(event) => setTitle(event.currentTarget.value as Photo['title'])}
            data={[...photoTitles]}
            w={240}
          />
          <FileDrop
            label="Add photos"
            help={`Up to ${plural(room, 'more photo', 'more photos')}. Large ones are made smaller, and camera data are removed.`}
            endings={['.jpg', '.jpeg', '.png']}
            maxBytes={fileLimits.bytes}
            maxFiles={room}
            files={[]}
            upload={send}
          />
        </>
      )}
    </Fieldset>
  )
}

const DraftPhotos = ({ photos, refresh }: { photos: readonly Photo[]; refresh: () => Promise<unknown> }) => (
  <ul className={styles.photos}>
    {photos.map((photo) => (
      <li key={photo.fileId}>
        <DraftPhoto photo={photo} refresh={refresh} />
      </li>
    ))}
  </ul>
)

/**
 * One photo with buttons to describe and remove it. Photos that an unsaved new version copies have no buttons
 * until its first save.
 */
function DraftPhoto({ photo, refresh }: { photo: Photo; refresh: () => Promise<unknown> }) {
  const description = describePhoto(photo)
  const { ahlPhotoId } = photo
  const remove = async () => {
    await ask(deletePhoto, { params: { id: ahlPhotoId } })
    await refresh()
  }
  return (
    <figure className={styles.photo}>
      <Picture photo={photo} />
      <figcaption>{description}</figcaption>
      <Refusal photo={photo} />
      {ahlPhotoId > 0 && (
        <span className={styles.row}>
          <RecordDialog
            button="Describe"
            of={description}
            title="What the photo shows"
            save="Store it"
            schema={descriptionSchema}
            values={{ title: photo.title, caption: photo.caption }}
            send={async (body) => {
              await ask(photoCalls.update, { body: { ahlPhotoId, ...body } }, quietOption)
              await refresh()
            }}
            small
          >
            <Field name="title" options={titleOptions} />
            <Field name="caption" />
          </RecordDialog>
          <Button
            size="compact-xs"
            variant="subtle"
            color="red"
            aria-label={`Take out ${description}`}
            onClick={() => void remove()}
          >
            Take out
          </Button>
        </span>
      )}
    </figure>
  )
}

/** The reason why the agency refused a photo, if it did. */
export const Refusal = ({ photo: { refusal, refusalComment } }: { photo: Photo }) =>
  refusal && (
    <span className={styles.refused}>Refused: {[refusal, refusalComment].filter(Boolean).join('. ')}</span>
  )
