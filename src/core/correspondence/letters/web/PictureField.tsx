import { useRef } from 'react'
import { useWatch } from 'react-hook-form'
import { FileDrop } from '#ui/form/FileDrop.tsx'
import { useFormParts } from '#ui/form/formContext.ts'
import { getImageFault, MAX_IMAGE_BYTES } from '../model/image.ts'
import { loadDataUrl, redrawPicture } from './picture.ts'
import styles from './Signers.module.css'

/** The pictures of the letterhead and of a signer. */
type PictureValues = { banner: string | null; image: string | null }

/** A form field for a picture in letters, which is shown on white, as it will be printed. */
export function PictureField({
  name,
  label,
  alt,
}: {
  name: keyof PictureValues
  label: string
  alt: string
}) {
  const { form } = useFormParts<PictureValues>()
  const image = useWatch({ control: form.control, name })
  const replaces = useRef(false)
  const set = (value: string | null) => form.setValue(name, value, { shouldDirty: true })
  const storePicture = async (file: File) => {
    const read = await loadDataUrl(file)
    const fault = getImageFault(read)
    if (fault) throw new Error(fault)
    // Redraw the picture here because the server, which also makes letters, cannot redraw it.
    const redrawn = (await redrawPicture(read)) ?? read
    const redrawnFault = getImageFault(redrawn)
    if (redrawnFault) throw new Error(redrawnFault)
    replaces.current = form.getValues(name) !== null
    set(redrawn)
  }
  // If the new picture replaced another one, the old one is already gone.
  const remove = async () => {
    if (!replaces.current) set(null)
    replaces.current = false
  }
  return (
    <>
      <FileDrop
        label={label}
        endings={['.png', '.jpg', '.jpeg']}
        maxBytes={MAX_IMAGE_BYTES}
        maxFiles={1}
        files={image ? [{ id: 1, name: label }] : []}
        upload={storePicture}
        onRemove={remove}
      />
      {image && <img src={image} alt={alt} className={styles.picture} />}
    </>
  )
}
