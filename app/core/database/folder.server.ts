/** The folder of the embedded database, in the working directory. */
export const databaseFolder = ".data/portal";
