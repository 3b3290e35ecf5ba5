export {
  type AttachedFile as Attached,
  attachedFile as attached,
  toAttachedFile as shownFile,
} from './attached.ts'
export { deleteFile, documentTypes, downloadFile, getFileList, getViewerLinks, uploadFiles } from './calls.ts'
export { FileInfo, type FileSubject, fileTitleField as fileTitle } from './entities.ts'
