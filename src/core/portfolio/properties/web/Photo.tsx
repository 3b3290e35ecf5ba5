import { Button } from '@mantine/core'
import { useState } from 'react'
import { downloadFile, uploadFiles } from '#core/platform/files/model/index.ts'
import { createUploadForm, useContent } from '#core/platform/files/web/index.ts'
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

/** Shows the photo of a property. Renders nothing if there is none. */
export function PropertyPicture({ propertyId, name }: { propertyId: number; name: string }) {
  const photo = useCall(getPhoto, { params: { propertyId } })
  return photo && <Picture fileId={photo.fileId} name={name} />
}

function Picture({ fileId, name }: { fileId: number; name: string }) {
  const { address, isError } = useContent({ fileId })
  if (isError) return <span>The photo could not be loaded.</span>
  return address && <img className={styles.picture} src={address} alt={name} />
}

/** Loads the photo of a property as a data URL, for a document made in the browser; null if none. */
export async function loadPropertyPhoto(propertyId: number): Promise<string | null> {
  const photo = await ask(getPhoto, { params: { propertyId } }, { quiet: true })
  return photo && (await ask(downloadFile, { params: { id: photo.fileId } }, { quiet: true })).fileBase64
}

/** Shows the photo of a property, with a button to replace it for people who may change its documents. */
export function PropertyPhoto({ propertyId, name }: { propertyId: number; name: string }) {
  const photo = useCall(getPhoto, { params: { propertyId } })
  const [isOpen, setIsOpen] = useState(false)
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
    await send({ body: createUploadForm(uploadFields, smaller) })
    setIsOpen(false)
  }
  const mayAdd = mayEdit && !readOnly
  if (!photo && !mayAdd) return null
  const text = photo ? 'Change the photo' : 'Add a photo'
  return (
    <figure className={styles.photo}>
      {photo && <Picture fileId={photo.fileId} name={name} />}
      {mayAdd && (
        <Button size="compact-xs" variant="subtle" data-noprint onClick={() => setIsOpen(true)}>
          {text}
        </Button>
      )}
      <Dialog opened={isOpen} onClose={() => setIsOpen(false)} title={text}>
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
