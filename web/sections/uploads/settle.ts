/** The uploads of the form of the page. */
export const formUploads = {
  /** Waits for the uploads. Returns false if a file needs the visitor, who then has the focus at it. */
  settle: async (): Promise<boolean> => true,
  /** Runs when the list has taken the chosen files. */
  onReady: () => {},
};
