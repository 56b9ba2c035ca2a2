/**
 * Folders of file data sinks as Acequia left them while all tenants shared a root, recorded from that code (commit 60e0741),
 * with what it would have made of them at the next start. In the order of their last write; `"ino":"x"` is the number of file x.
 */
export const oldFolders = [
  {
    name: 'crash in flow',
    tail: '',
    checkpoints: {
      one: '{"run":"one","n":1,"files":[{"path":"a","body":4,"openedMs":1795392001000}]}',
    },
    files: {
      '.acequia/one.opened':
        '{"n":1,"do":"open","path":"a","body":0,"ino":"a"}\n{"n":2,"do":"open","path":"deep/b","body":0,"ino":"deep/b"}\n',
      a: '1\n2\n3\n99',
      'deep/b': '4\n',
    },
    settled: {
      a: '1\n2\n',
      'deep/b': '',
    },
  },
  {
    name: 'crash before the first commit',
    tail: '',
    checkpoints: {},
    files: {
      '.acequia/one.opened': '{"n":1,"do":"open","path":"a","body":0,"ino":"a"}\n',
      a: '1\n2\n99',
    },
    settled: {
      a: '',
    },
  },
  {
    name: 'crash after a rotation',
    tail: '',
    checkpoints: {
      one: '{"run":"one","n":1,"files":[{"path":"a","body":6,"openedMs":1795392001000}]}',
    },
    files: {
      'a.20261123T000005Z.1': '1\n2\n3\n4\n',
      '.acequia/one.opened':
        '{"n":1,"do":"open","path":"a","body":0,"ino":"a.20261123T000005Z.1"}\n{"n":2,"do":"rotate","path":"a","to":"a.20261123T000005Z.1"}\n{"n":3,"do":"open","path":"a","body":0,"ino":"a"}\n',
      a: '5\n6\n7\n8\n9\n99',
    },
    settled: {
      a: '1\n2\n3\n',
    },
  },
  {
    name: 'closed and handed on',
    tail: '',
    checkpoints: {
      one: '{"run":"one","n":1,"files":[{"path":"a","body":4,"openedMs":1795392001000}]}',
    },
    files: {
      '.acequia/one.opened': '{"n":1,"do":"open","path":"a","body":0,"ino":"a"}\n{"n":2,"do":"close"}\n',
      a: '1\n2\n',
    },
    settled: {
      a: '1\n2\n',
    },
  },
  {
    name: 'crash after being handed on',
    tail: '',
    checkpoints: {
      one: '{"run":"one","n":1,"files":[{"path":"a","body":4,"openedMs":1795392001000}]}',
    },
    files: {
      '.acequia/one.opened': '{"n":3,"do":"close"}\n',
      '.acequia/two.opened': '{"n":1,"do":"open","path":"a","body":4,"ino":"a"}\n',
      a: '1\n2\n3\n99',
    },
    settled: {
      a: '1\n2\n',
    },
  },
  {
    name: 'another run behind',
    tail: '',
    checkpoints: {
      one: '{"run":"one","n":1,"files":[{"path":"a","body":2,"openedMs":1795392001000}]}',
      other: '{"run":"other","n":1,"files":[{"path":"a","body":6,"openedMs":1795392004000}]}',
    },
    files: {
      '.acequia/one.opened': '{"n":1,"do":"open","path":"a","body":0,"ino":"a"}\n',
      '.acequia/other.opened': '{"n":1,"do":"open","path":"a","body":4,"ino":"a"}\n',
      a: '1\n2\n3\n4\n99',
    },
    settled: {
      a: '1\n2\n3\n',
    },
  },
  {
    name: 'crash with a tail',
    tail: ']\n',
    checkpoints: {
      one: '{"run":"one","n":1,"files":[{"path":"a","body":4,"openedMs":1795392001000}]}',
    },
    files: {
      '.acequia/one.opened': '{"n":1,"do":"open","path":"a","body":0,"ino":"a"}\n',
      a: '1\n2\n3\n9999',
    },
    settled: {
      a: '1\n2\n]\n',
    },
  },
] as const satisfies readonly {
  readonly name: string;
  readonly tail: string;
  readonly checkpoints: Readonly<Record<string, string>>;
  readonly files: Readonly<Record<string, string>>;
  readonly settled: Readonly<Record<string, string>>;
}[];
