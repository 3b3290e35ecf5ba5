import { Button } from '@mantine/core'
import { useState } from 'react'
import { downloadFile, uploadFiles } from '#ground/platform/files/model/index.ts'
import { uploadForm, useContent } from '#ground/platform/files/web/index.ts'
import { fileLimits } from '#kernel/model/fileTypes.ts'
import { ask } from '#kernel/web/api.ts'
import { useCall, useSend } from '#kernel/web/queries.ts'
import { useReadOnly } from '#kernel/web/readOnly.tsx'
import { FileDrop } from '#ui/form/FileDrop.tsx'
import { smallerPicture } from '#ui/form/smallerPicture.ts'
import { Dialog } from '#ui/frame/Dialog.tsx'
import { useHolds } from '#ui/frame/hooks.ts'
import { getPhoto, PHOTO, PHOTO_SIDE } from '../model/photo.ts'
import styles from './Photo.module.css'

/** The photo of a property; nothing where there is none. */
export function PropertyPicture({ propertyId, name }: { propertyId: number; name: string }) {
  const photo = useCall(getPhoto, { params: { propertyId } })
  return photo && <Picture fileId={photo.fileId} name={name} />
}

function Picture({ fileId, name }: { fileId: number; name: string }) {
  const { address, isError } = useContent({ fileId })
  if (isError) return <span>The photo could not be loaded.</span>
  return address && <img className={styles.picture} src={address} alt={name} />
}

/** The photo of a property as a data URL for a document that is made here; null where there is none. */
export async function loadPropertyPhoto(propertyId: number): Promise<string | null> {
  const photo = await ask(getPhoto, { params: { propertyId } }, { quiet: true })
  return photo && (await ask(downloadFile, { params: { id: photo.fileId } }, { quiet: true })).fileBase64
}

/** The photo of a property, and for those who keep its documents the way to a newer one. */
export function PropertyPhoto({ propertyId, name }: { propertyId: number; name: string }) {
  const photo = useCall(getPhoto, { params: { propertyId } })
  const [isOpened, setIsOpened] = useState(false)
  const mayEdit = useHolds('Global_Admin', 'write', propertyId)
  const readOnly = useReadOnly()
  const send = useSend(uploadFiles, { alsoDrops: ['projects', 'files'], quiet: true })
  const upload = async (file: File) => {
    const smaller = await smallerPicture(file, PHOTO_SIDE)
    const uploadFields = {
      moduleName: 'Property',
      moduleId: propertyId,
      propertyId,
      documentType: PHOTO,
      title: PHOTO,
    }
    await send({ body: uploadForm(uploadFields, smaller) })
    setIsOpened(false)
  }
  const adds = mayEdit && !readOnly
  if (!photo && !adds) return null
  const text = photo ? 'Change the photo' : 'Add a photo'
  return (
    <figure className={styles.photo}>
      {photo && <Picture fileId={photo.fileId} name={name} />}
      {adds && (
        <Button size="compact-xs" variant="subtle" data-noprint onClick={() => setIsOpened(true)}>
          {text}
        </Button>
      )}
      <Dialog opened={isOpened} onClose={() => setIsOpened(false)} title={text}>
        <FileDrop
          label="Photo"
          help="It is made smaller, and camera data are removed. Everybody who may see the property sees it."
          endings={['.jpg', '.jpeg', '.png']}
          maxBytes={fileLimits.bytes}
          maxFiles={1}
          files={[]}
          upload={upload}
        />
      </Dialog>
    </figure>
  )
}
