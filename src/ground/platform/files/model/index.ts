export { type Attached, attached, shownFile } from './attached.ts'
export { deleteFile, documentTypes, downloadFile, getFileList, getViewerLinks, uploadFiles } from './calls.ts'
export { FileInfo, type FileSubject, fileTitle } from './entities.ts'
